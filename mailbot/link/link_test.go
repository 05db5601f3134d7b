package link

import (
	"context"
	"errors"
	"net"
	"testing"
)

func TestModesAsText(t *testing.T) {
	for _, mode := range []Mode{TLS, StartTLS, Plain} {
		text, err := mode.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back Mode
		if err := back.UnmarshalText(text); err != nil || back != mode {
			t.Errorf("%v came back as %v: %v", mode, back, err)
		}
	}
	var mode Mode
	if err := mode.UnmarshalText([]byte("ssl")); err == nil {
		t.Error("ssl is taken for a mode")
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for _, tt := range []struct {
		addr string
		kind error
	}{
		{"mail.example", ErrAddress},
		{closed.Addr().String(), ErrDial},
	} {
		if _, err := Open(context.Background(), tt.addr, Plain, nil); !errors.Is(err, tt.kind) {
			t.Errorf("%s: %v, want %v", tt.addr, err, tt.kind)
		}
	}
}

// TestPlainStaysHere listens on an address of this machine that isn't loopback.
func TestPlainStaysHere(t *testing.T) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, addr := range addrs {
		ip, ok := addr.(*net.IPNet)
		if !ok || ip.IP.IsLoopback() || ip.IP.To4() == nil {
			continue
		}
		l, err := net.Listen("tcp", net.JoinHostPort(ip.IP.String(), "0"))
		if err != nil {
			continue
		}
		defer l.Close()
		if _, err := Open(context.Background(), l.Addr().String(), Plain, nil); !errors.Is(err, ErrPlain) {
			t.Errorf("speaking in the clear to %s: %v", l.Addr(), err)
		}
		return
	}
	t.Skip("this machine has no address but loopback")
}
