package inbox

import (
	"context"
	"fmt"

	"github.com/emersion/go-imap/v2"
)

// Holds says whether a message with this subject is in the mailbox.
func (s *Session) Holds(ctx context.Context, subject string) (bool, error) {
	var found bool
	err := s.do(ctx, ErrRefused, func() error {
		data, err := s.client.UIDSearch(&imap.SearchCriteria{
			Header: []imap.SearchCriteriaHeaderField{{Key: "Subject", Value: subject}},
		}, nil).Wait()
		if err == nil {
			found = len(data.AllUIDs()) > 0
		}
		return err
	})
	if err != nil {
		return false, fmt.Errorf("looking for a message in %q: %w", s.account.Mailbox, err)
	}
	return found, nil
}
