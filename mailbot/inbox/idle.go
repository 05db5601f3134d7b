package inbox

import (
	"context"
	"fmt"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

const (
	// MaxIdle bounds one IDLE: servers and routers forget longer ones.
	MaxIdle = 10 * time.Minute
	// pollEvery replaces IDLE on a server without it.
	pollEvery = time.Minute
)

// Idle returns nil when there may be news, or after the maximum (at most
// MaxIdle, or a minute on a server without IDLE); an error when the connection
// is lost. When the context ends it leaves the connection usable and returns
// the context's error.
func (s *Session) Idle(ctx context.Context, maximum time.Duration) error {
	return s.idle(ctx, maximum, nil)
}

// idle is Idle that something else may end too.
func (s *Session) idle(ctx context.Context, maximum time.Duration, wake <-chan struct{}) error {
	if maximum <= 0 || maximum > MaxIdle {
		maximum = MaxIdle
	}
	select {
	case <-s.news: // it came while another command was running
		return nil
	default:
	}
	if !s.caps.Has(imap.CapIdle) {
		return s.await(ctx, min(maximum, pollEvery), wake)
	}
	var cmd *imapclient.IdleCommand
	err := s.do(ctx, ErrRefused, func() (err error) {
		cmd, err = s.client.Idle()
		return err
	})
	if err != nil {
		return fmt.Errorf("waiting for mail: %w", err)
	}
	waited := s.await(ctx, maximum, wake)
	// The context may be over, but the server is still to be told.
	err = s.do(context.WithoutCancel(ctx), ErrRefused, func() error {
		if err := cmd.Close(); err != nil {
			return err
		}
		return cmd.Wait()
	})
	if waited != nil {
		return waited
	}
	if err != nil {
		return fmt.Errorf("waiting for mail: %w", err)
	}
	return nil
}

func (s *Session) await(ctx context.Context, maximum time.Duration, wake <-chan struct{}) error {
	timer := time.NewTimer(maximum)
	defer timer.Stop()
	select {
	case <-s.news:
		return nil
	case <-wake:
		return nil
	case <-timer.C:
		return nil
	case <-s.client.Closed():
		return fmt.Errorf("waiting for mail: %w", ErrLost)
	case <-ctx.Done():
		return ctx.Err()
	}
}
