package gloire

import (
	"math"
	"math/big"
	"math/bits"
)

// A wide is a whole number of 128 bits, from 0. The formulas of the rules are
// quotients of products of at most six quantities of the game; a wide holds
// their numerators and denominators exactly, so that each is rounded once,
// where it is stored (D1). Beyond 128 bits it stays at its greatest value.
type wide struct{ hi, lo uint64 }

var widest = wide{math.MaxUint64, math.MaxUint64}

// times is the product of whole numbers; one below 0 counts as 0.
func times(factors ...int) wide {
	product := wide{lo: 1}
	for _, f := range factors {
		product = product.by(f)
	}
	return product
}

func (a wide) by(factor int) wide {
	f := uint64(max(factor, 0))
	carry, lo := bits.Mul64(a.lo, f)
	over, hi := bits.Mul64(a.hi, f)
	hi, out := bits.Add64(hi, carry, 0)
	if over != 0 || out != 0 {
		return widest
	}
	return wide{hi, lo}
}

func (a wide) plus(b wide) wide {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, out := bits.Add64(a.hi, b.hi, carry)
	if out != 0 {
		return widest
	}
	return wide{hi, lo}
}

// minus is 0 where b is the greater.
func (a wide) minus(b wide) wide {
	if a.less(b) {
		return wide{}
	}
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, borrow)
	return wide{hi, lo}
}

func (a wide) less(b wide) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

func least(a, b wide) wide {
	if b.less(a) {
		return b
	}
	return a
}

func greatest(a, b wide) wide {
	if a.less(b) {
		return b
	}
	return a
}

// half is n/d, rounded half up; floor and ceiling round down and up. A
// denominator of 0 gives 0.
func half(n, d wide) int {
	q, r := n.divide(d)
	if d != (wide{}) && !r.less(d.minus(r)) {
		q++
	}
	return whole(q)
}

func floor(n, d wide) int {
	q, _ := n.divide(d)
	return whole(q)
}

func ceiling(n, d wide) int {
	q, r := n.divide(d)
	if r != (wide{}) {
		q++
	}
	return whole(q)
}

func whole(q uint64) int { return int(min(q, math.MaxInt64/2)) }

func (a wide) divide(d wide) (quotient uint64, rest wide) {
	switch {
	case d == (wide{}):
		return 0, wide{}
	case d.hi == 0 && a.hi < d.lo:
		q, r := bits.Div64(a.hi, a.lo, d.lo)
		return q, wide{lo: r}
	}
	q, r := new(big.Int).QuoRem(a.big(), d.big(), new(big.Int))
	if !q.IsUint64() {
		return math.MaxUint64 / 2, wide{}
	}
	low := new(big.Int).And(r, new(big.Int).SetUint64(math.MaxUint64))
	return q.Uint64(), wide{new(big.Int).Rsh(r, 64).Uint64(), low.Uint64()}
}

func (a wide) big() *big.Int {
	b := new(big.Int).SetUint64(a.hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(a.lo))
}
