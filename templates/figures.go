package templates

import (
	"reflect"
	"strconv"
	"strings"
)

// whole reads a figure of any integer type, or one written in digits, as a
// finding's facts are; ok is false for anything else.
func whole(v any) (n int64, ok bool) {
	switch r := reflect.ValueOf(v); {
	case !r.IsValid():
		return 0, false
	case r.CanInt():
		return r.Int(), true
	case r.CanUint():
		return int64(r.Uint()), true
	case r.Kind() == reflect.String:
		n, err := strconv.ParseInt(r.String(), 10, 64)
		return n, err == nil
	case r.Kind() == reflect.Pointer && !r.IsNil():
		return whole(r.Elem().Interface())
	}
	return 0, false
}

// number groups the digits by three: 1 592. What isn't a figure shows as it is.
func (l *locale) number(v any) string {
	n, ok := whole(v)
	if !ok {
		return text(v)
	}
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if digits[0] == '-' {
		sign, digits = "−", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + l.thousands + digits[i:]
	}
	return sign + digits
}

// signed is number with its sign always shown: +1 592, −408.
func (l *locale) signed(v any) string {
	if n, ok := whole(v); ok && n > 0 {
		return "+" + l.number(v)
	}
	return l.number(v)
}

// scaled shows a figure kept in units of 1/scale, rounded half away from zero,
// with that many decimals: scaled(1995, 100, 1) is 20,0.
func (l *locale) scaled(v any, scale int64, decimals int) string {
	n, ok := whole(v)
	if !ok {
		return text(v)
	}
	sign := ""
	if n < 0 {
		sign, n = "−", -n
	}
	kept := int64(1)
	for range decimals {
		kept *= 10
	}
	n = (2*n*kept + scale) / (2 * scale)
	if n == 0 {
		sign = ""
	}
	shown := sign + l.number(n/kept)
	if decimals > 0 {
		fraction := strconv.FormatInt(n%kept, 10)
		shown += l.decimal + strings.Repeat("0", decimals-len(fraction)) + fraction
	}
	return shown
}

// plural chooses the word that a number takes.
func (l *locale) plural(v any, one, many string) string {
	if n, ok := whole(v); ok && l.singular(n) {
		return one
	}
	return many
}

// count is a number and the word that it takes, on one line: 1 000 hommes.
func (l *locale) count(v any, one, many string) string {
	return l.number(v) + nbsp + l.plural(v, one, many)
}
