package config

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// commandTime is how long a password command may take.
const commandTime = 30 * time.Second

// Secret gets the server's password: from the file, from the environment, or
// from the first line that a command prints. It is asked for at every login, so
// that a changed password needs no restart.
func (s Server) Secret(ctx context.Context) (string, error) {
	switch {
	case s.PasswordEnv != "":
		value, ok := os.LookupEnv(s.PasswordEnv)
		if !ok {
			return "", fmt.Errorf("the environment has no variable %s", s.PasswordEnv)
		}
		return value, nil
	case s.PasswordCommand != "":
		return fromCommand(ctx, s.PasswordCommand)
	}
	return s.Password, nil
}

func fromCommand(ctx context.Context, command string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("the password command failed: %w: %s", err, strings.TrimSpace(complaint.String()))
	}
	line, _, _ := strings.Cut(string(out), "\n")
	if line = strings.TrimSuffix(line, "\r"); line == "" {
		return "", fmt.Errorf("the password command printed nothing")
	}
	return line, nil
}
