//go:build integration

// Package realservers starts private instances of Dovecot and Postfix for the
// integration tests: their configuration is written into a temporary
// directory, they listen on free ports of loopback, and they end with the test.
//
// Debian packages: dovecot-imapd, dovecot-lmtpd, postfix. Dovecot 2.3 is what
// the configuration is written for. As root the daemons run under their own
// users; without root Dovecot runs under the caller's, and Postfix can't run.
package realservers

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Domain is what the servers serve.
const Domain = "jeu.example"

// directory makes a directory that the daemons' users may enter.
func directory(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "realservers")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t testing.TB, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// program finds a binary, or fails the test with the package that has it.
func program(t testing.TB, name, packages string) string {
	t.Helper()
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/sbin", "/sbin") {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode()&0o111 != 0 {
			return path
		}
	}
	t.Fatalf("%s is missing: the integration tests need it (apt-get install %s)", name, packages)
	return ""
}

// given are the addresses that freeAddr has handed out: a port that is closed
// again may be the next that the system gives.
var given sync.Map

// freeAddr is an address of this machine on which nobody listens, another each time.
func freeAddr(t testing.TB) string {
	t.Helper()
	for {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		addr := l.Addr().String()
		l.Close()
		if _, taken := given.LoadOrStore(addr, true); !taken {
			return addr
		}
	}
}

func port(addr string) string {
	_, port, _ := net.SplitHostPort(addr)
	return port
}

// A daemon is a program that listens until it is told to stop.
type daemon struct {
	dir   string // where its log is, in the file "log"
	addrs []string
	start []string // the command that runs it in the foreground
	stop  []string // the command that stops it; SIGTERM when there is none
}

// run starts the daemon, and stops it when the test ends. It returns when the
// daemon listens on all of its addresses. If the test fails, the log is shown.
func (d daemon) run(t testing.TB) {
	t.Helper()
	// A file, not a pipe: the daemon's children may hold it longer than the daemon lives.
	output, err := os.Create(filepath.Join(d.dir, "output"))
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	cmd := exec.Command(d.start[0], d.start[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Stdout, cmd.Stderr = output, output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		if d.stop != nil {
			exec.Command(d.stop[0], d.stop[1:]...).Run()
		} else {
			cmd.Process.Signal(syscall.SIGTERM)
		}
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Errorf("%s doesn't stop", d.start[0])
			cmd.Process.Kill()
		}
		if t.Failed() {
			for _, name := range []string{"output", "log"} {
				text, _ := os.ReadFile(filepath.Join(d.dir, name))
				t.Logf("%s, %s:\n%s", d.start[0], name, text)
			}
		}
	})
	for _, addr := range d.addrs {
		if err := answers(addr, ended); err != nil {
			t.Fatalf("%s: %v", d.start[0], err)
		}
	}
}

// answers waits until someone listens. A daemon can't be asked to tell, so
// this looks again and again.
func answers(addr string, ended <-chan struct{}) error {
	deadline := time.After(20 * time.Second)
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ended:
			return errors.New("it ended at once")
		case <-deadline:
			return fmt.Errorf("it doesn't listen: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
