package mailbot

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"arbitre/mailbot/ledger"
)

// Archive returns a game's archive, from which it can be replayed.
func (a *Arbitre) Archive(game string) (archive []byte, err error) {
	err = a.ledger.View(func(tx *ledger.Tx) error {
		archive, err = tx.Archive(game)
		return err
	})
	return archive, err
}

// exportArchive writes a game's archive beside the ledger, for the tools that
// look at a game while the daemon has the ledger open. It holds every order
// ever given, so its owner alone may read it. The ledger is what counts: a copy
// that can't be written is told in the log, and is no reason to stop.
func (a *Arbitre) exportArchive(game string) {
	if a.archives == "" {
		return
	}
	archive, err := a.Archive(game)
	if err == nil {
		err = replaceFile(filepath.Join(a.archives, game+".jsonl"), archive)
	}
	if err != nil {
		a.log.Error("the archive's copy is out of date", "game", game, "error", err)
	}
}

// replaceFile puts new contents in the place of a file's, all or nothing.
func replaceFile(path string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("writing %s: %w", path, err), os.Remove(f.Name()))
		}
	}()
	if _, err := f.Write(data); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Sync(); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
