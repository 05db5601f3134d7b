package linktest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// An Endpoint is a provider's OAuth2 token endpoint (RFC 6749 §6), with token
// introspection (RFC 7662), for one user and one client.
type Endpoint struct {
	TokenURL, IntrospectURL string
	User, ClientID, Secret  string
	Client                  *http.Client

	mu       sync.Mutex
	rotate   bool
	life     any
	refresh  string
	count    int
	scope    string
	accepted map[string]bool
}

// NewEndpoint serves until the test ends. It gives tokens for an hour.
func NewEndpoint(t testing.TB, user string) *Endpoint {
	t.Helper()
	e := &Endpoint{User: user, ClientID: "client-of-the-test", Secret: "client-sesame", life: 3600, refresh: "refresh-0", accepted: map[string]bool{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /token", e.token)
	mux.HandleFunc("/introspect", e.introspect)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	e.TokenURL, e.IntrospectURL, e.Client = server.URL+"/token", server.URL+"/introspect", server.Client()
	return e
}

// Rotate has the endpoint replace the refresh token each time.
func (e *Endpoint) Rotate() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rotate = true
}

// SetLife changes what expires_in says; nil leaves it out.
func (e *Endpoint) SetLife(life any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.life = life
}

// Refresh is the refresh token that is good now.
func (e *Endpoint) Refresh() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.refresh
}

// Replace makes another refresh token the good one, as a user does who
// authorises the client anew.
func (e *Endpoint) Replace(refresh string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.refresh = refresh
}

// Revoke ends every access token.
func (e *Endpoint) Revoke() {
	e.mu.Lock()
	defer e.mu.Unlock()
	clear(e.accepted)
}

// Issued counts the access tokens given.
func (e *Endpoint) Issued() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.count
}

// Scope is what the last request asked for.
func (e *Endpoint) Scope() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.scope
}

// Accepts says whether an access token is good for a user.
func (e *Endpoint) Accepts(user, token string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return user == e.User && e.accepted[token]
}

func (e *Endpoint) token(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.scope = r.PostFormValue("scope")
	switch {
	case r.PostFormValue("grant_type") != "refresh_token":
		answer(w, http.StatusBadRequest, map[string]any{"error": "unsupported_grant_type"})
	case r.PostFormValue("client_id") != e.ClientID || r.PostFormValue("client_secret") != e.Secret:
		answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client", "error_description": "not " + r.PostFormValue("client_secret")})
	case r.PostFormValue("refresh_token") != e.refresh:
		answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant", "error_description": "not " + r.PostFormValue("refresh_token")})
	default:
		e.count++
		access := fmt.Sprintf("access-%d", e.count)
		e.accepted[access] = true
		grant := map[string]any{"access_token": access, "token_type": "Bearer"}
		if e.life != nil {
			grant["expires_in"] = e.life
		}
		if e.rotate {
			e.refresh = fmt.Sprintf("refresh-%d", e.count)
			grant["refresh_token"] = e.refresh
		}
		answer(w, http.StatusOK, grant)
	}
}

func (e *Endpoint) introspect(w http.ResponseWriter, r *http.Request) {
	if e.Accepts(e.User, r.FormValue("token")) {
		answer(w, http.StatusOK, map[string]any{"active": true, "username": e.User, "email": e.User})
		return
	}
	answer(w, http.StatusOK, map[string]any{"active": false})
}

func answer(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}
