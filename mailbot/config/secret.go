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

// commandTime is how long a command that gives a secret may take.
const commandTime = 30 * time.Second

// Secret gets the server's password: from the file, from the environment, or
// from the first line that a command prints. It is asked for at every login, so
// that a changed password needs no restart.
func (s Server) Secret(ctx context.Context) (string, error) {
	return secret(ctx, "password", s.Password, s.PasswordEnv, s.PasswordCommand)
}

// secret gets what is written down, or is in a variable of the environment, or
// is the first line that a command prints.
func secret(ctx context.Context, what, written, variable, command string) (string, error) {
	switch {
	case variable != "":
		value, ok := os.LookupEnv(variable)
		if !ok {
			return "", fmt.Errorf("the environment has no variable %s", variable)
		}
		return value, nil
	case command != "":
		return fromCommand(ctx, what, command)
	}
	return written, nil
}

func fromCommand(ctx context.Context, what, command string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("the %s command failed: %w: %s", what, err, strings.TrimSpace(complaint.String()))
	}
	line, _, _ := strings.Cut(string(out), "\n")
	if line = strings.TrimSuffix(line, "\r"); line == "" {
		return "", fmt.Errorf("the %s command printed nothing", what)
	}
	return line, nil
}
