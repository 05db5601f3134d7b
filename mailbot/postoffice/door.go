package postoffice

import (
	"crypto/tls"
	"fmt"
	"net"
	"sync"
)

// A door is a listener that knows who is inside, so that all of them can be
// shown out at once.
type door struct {
	net.Listener

	mu     sync.Mutex
	inside map[*guest]struct{}
}

type guest struct {
	net.Conn
	door *door
}

// openDoor listens on a loopback address. The host name "localhost" is
// resolved, and every address that it stands for must be loopback.
func openDoor(addr string) (*door, error) {
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	if err := loopbackOnly(addr); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &door{Listener: l, inside: map[*guest]struct{}{}}, nil
}

// greeter is the door with TLS in front of it, where that is wanted.
func (d *door) greeter(o Options) net.Listener {
	if o.TLS != nil && o.ImplicitTLS {
		return tls.NewListener(d, o.TLS)
	}
	return d
}

func loopbackOnly(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	if host == "" {
		return fmt.Errorf("%q would listen on every interface; the embedded post office serves this machine only, write 127.0.0.1%s", addr, addr)
	}
	ips := []net.IP{net.ParseIP(host)}
	if ips[0] == nil {
		if ips, err = net.LookupIP(host); err != nil {
			return err
		}
	}
	for _, ip := range ips {
		if !ip.IsLoopback() {
			return fmt.Errorf("%s is not a loopback address; the embedded post office serves this machine only", addr)
		}
	}
	return nil
}

// Accept lets a guest in.
func (d *door) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	g := &guest{Conn: c, door: d}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inside[g] = struct{}{}
	return g, nil
}

// Close shows the guest out.
func (g *guest) Close() error {
	g.door.mu.Lock()
	delete(g.door.inside, g)
	g.door.mu.Unlock()
	return g.Conn.Close()
}

func (d *door) hangup() {
	d.mu.Lock()
	guests := d.inside
	d.inside = map[*guest]struct{}{}
	d.mu.Unlock()
	for g := range guests {
		g.Conn.Close()
	}
}
