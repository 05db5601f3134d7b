package oauth

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// maxRefreshToken is the longest refresh token that is read, in bytes.
const maxRefreshToken = 16 << 10

// readRefreshToken reads the token, on one line. The file must be its owner's
// alone (mode 0600 or less): whoever reads it reads the mailbox.
func readRefreshToken(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxRefreshToken {
		return "", fmt.Errorf("%s is no file with a token in it", path)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return "", fmt.Errorf("others can get at %s (mode %#o): chmod 600", path, mode)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if checkToken(token) != nil {
		return "", fmt.Errorf("%s must hold one token, on one line", path)
	}
	return token, nil
}

// writeRefreshToken puts a new token in the place of the old one: whoever
// reads the file, even after a crash, finds one of the two.
func writeRefreshToken(path, token string) (err error) {
	// The file may be a link into another folder; the link stays.
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".oauth-*") // mode 0600
	if err != nil {
		return fmt.Errorf("storing the new refresh token: %w", err)
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
			err = fmt.Errorf("storing the new refresh token: %w", err)
		}
	}()
	_, err = f.WriteString(token + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
