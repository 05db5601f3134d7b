package gloire

import (
	"arbitre/engine"
	"arbitre/orders"
)

func (Game) Review(engine.State, engine.Seat, orders.List) engine.Review     { return engine.Review{} }
func (Game) Tables(engine.State, engine.Seat, []engine.Event) []engine.Table { return nil }
