package oauth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	// patience bounds a request to the endpoint.
	patience = 30 * time.Second
	// maxAnswer is the most that is read of an answer, in bytes.
	maxAnswer = 64 << 10
)

// A grant is what the endpoint gives (RFC 6749 §5.1).
type grant struct {
	Access  string
	Refresh string // the new refresh token; empty if the old one stays good
	Life    int64  // of the access token, in seconds; 0 if it isn't told
}

// CheckURL refuses a token endpoint that secrets shouldn't be sent to.
func CheckURL(endpoint string) error {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.User != nil {
		return errors.New("it must be written like https://login.example.org/token")
	}
	if u.Scheme == "https" || u.Scheme == "http" && loopback(u.Hostname()) {
		return nil
	}
	return errors.New("it must begin with https://; the secrets would go there in the clear")
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// ask exchanges a refresh token for an access token (RFC 6749 §6). The
// client's secret goes into the body, as the large providers document it.
func (s *Source) ask(ctx context.Context, refresh string) (grant, error) {
	if err := CheckURL(s.TokenURL); err != nil {
		return grant{}, fmt.Errorf("the token endpoint's address: %w", err)
	}
	form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}, "client_id": {s.ClientID}}
	secrets := []string{refresh}
	if s.ClientSecret != nil {
		secret, err := s.ClientSecret(ctx)
		if err != nil {
			return grant{}, fmt.Errorf("getting the client's secret: %w", err)
		}
		if secret != "" {
			form.Set("client_secret", secret)
			secrets = append(secrets, secret)
		}
	}
	if s.Scope != "" {
		form.Set("scope", s.Scope)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.TokenURL, strings.NewReader(form.Encode()))
	if err != nil {
		return grant{}, fmt.Errorf("writing to the token endpoint: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "application/json")
	answer, err := s.client().Do(request)
	if err != nil {
		return grant{}, fmt.Errorf("asking the token endpoint: %w", err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return grant{}, fmt.Errorf("reading the answer of the token endpoint: %w", err)
	}
	return readAnswer(answer.StatusCode, answer.Header.Get("Content-Type"), body, secrets)
}

func (s *Source) client() *http.Client {
	client := http.Client{}
	if s.Client != nil {
		client = *s.Client
	}
	// A redirect would carry the secrets to whoever it names.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

// readAnswer reads what a token endpoint says. Its errors quote none of the
// secrets, nor an answer that isn't understood.
func readAnswer(status int, contentType string, body []byte, secrets []string) (grant, error) {
	var answer struct {
		Access      string          `json:"access_token"`
		Refresh     string          `json:"refresh_token"`
		Type        string          `json:"token_type"`
		Life        json.RawMessage `json:"expires_in"`
		Error       string          `json:"error"`
		Description string          `json:"error_description"`
	}
	unreadable := json.Unmarshal(body, &answer)
	if status < 200 || status > 299 || answer.Error != "" {
		if unreadable != nil || answer.Error == "" {
			return grant{}, fmt.Errorf("the token endpoint answers %d %s; is it the right address?", status, http.StatusText(status))
		}
		return grant{}, refusal(answer.Error, answer.Description, secrets)
	}
	if unreadable != nil {
		if media, _, err := mime.ParseMediaType(contentType); err == nil && media != "application/json" {
			return grant{}, fmt.Errorf("the token endpoint answers with %s, not with JSON; is it the right address?", shown(media, nil))
		}
		return grant{}, errors.New("the token endpoint's answer isn't JSON of the usual form")
	}
	if answer.Type != "" && !strings.EqualFold(answer.Type, "bearer") {
		return grant{}, fmt.Errorf("the token endpoint gives a token of type %q, and mail servers take Bearer", shown(answer.Type, secrets))
	}
	if err := checkToken(answer.Access); err != nil {
		return grant{}, fmt.Errorf("the token endpoint's answer: %w", err)
	}
	if answer.Refresh != "" && checkToken(answer.Refresh) != nil {
		return grant{}, errors.New("the token endpoint's answer: the refresh token has blanks or control characters in it")
	}
	return grant{Access: answer.Access, Refresh: answer.Refresh, Life: seconds(answer.Life)}, nil
}

// seconds reads expires_in, which some endpoints write as a text. What isn't
// understood counts as not told.
func seconds(raw json.RawMessage) int64 {
	const longest = 1 << 31
	n, err := strconv.ParseFloat(string(bytes.Trim(raw, `"`)), 64)
	if err != nil || !(n > 0) {
		return 0
	}
	return int64(min(n, longest))
}

// refusals puts the errors of RFC 6749 §5.2 in plain words.
var refusals = map[string]string{
	"invalid_grant":          "the refresh token is expired, revoked, or was given to another client: a new one must be obtained",
	"invalid_client":         "the client's id or secret is wrong",
	"unauthorized_client":    "this client may not use refresh tokens",
	"invalid_scope":          "the scope is unknown, or wider than what was granted",
	"invalid_request":        "the endpoint wants something else than what it was asked: check the scope, and whether the client needs a secret",
	"unsupported_grant_type": "this endpoint doesn't take refresh tokens: check its address",
}

func refusal(code, description string, secrets []string) error {
	said := shown(code, secrets)
	if description != "" {
		said += ": " + shown(description, secrets)
	}
	if meaning := refusals[code]; meaning != "" {
		return fmt.Errorf("%w: %s (%s)", ErrRefused, meaning, said)
	}
	return fmt.Errorf("%w (%s)", ErrRefused, said)
}

// shown makes the endpoint's words fit for a line of the log: printable, not
// endless, and without the secrets.
func shown(text string, secrets []string) string {
	const longest = 300
	for _, s := range secrets {
		if s != "" {
			text = strings.ReplaceAll(text, s, "[hidden]")
		}
	}
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }), " ")
	if len(text) > longest {
		text = text[:longest] + "..."
	}
	return text
}
