package report

import "arbitre/engine"

// Files are the report's files in the order in which they are attached. The
// public's report has no TOUR.txt.
func (r Report) Files() []engine.Table {
	var files []engine.Table
	if r.Tour != "" {
		files = append(files, engine.Table{File: "TOUR.txt", Text: r.Tour})
	}
	files = append(files, engine.Table{File: "COMMUN.txt", Text: r.Commun})
	return append(files, r.Tables...)
}
