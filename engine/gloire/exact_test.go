package gloire

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestRounding(t *testing.T) {
	for _, c := range []struct {
		n, d                 int
		half, floor, ceiling int
	}{
		{0, 7, 0, 0, 0}, {1, 2, 1, 0, 1}, {1, 3, 0, 0, 1}, {2, 3, 1, 0, 1},
		{3, 2, 2, 1, 2}, {14, 7, 2, 2, 2}, {5, 0, 0, 0, 0}, {0, 0, 0, 0, 0},
	} {
		n, d := times(c.n), times(c.d)
		if half(n, d) != c.half || floor(n, d) != c.floor || ceiling(n, d) != c.ceiling {
			t.Errorf("%d/%d: half %d, floor %d, ceiling %d; want %+v", c.n, c.d, half(n, d), floor(n, d), ceiling(n, d), c)
		}
	}
	if times(-3, 5) != (wide{}) {
		t.Error("a number below 0 must count as 0")
	}
	if times(math.MaxInt, math.MaxInt, math.MaxInt) != widest {
		t.Error("beyond 128 bits a wide must stay at its greatest")
	}
}

// Against the library's numbers of any size.
func TestExactAgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		factor := rapid.IntRange(0, math.MaxInt32)
		ns := rapid.SliceOfN(factor, 1, 4).Draw(t, "numerator")
		ds := rapid.SliceOfN(factor, 1, 4).Draw(t, "denominator")
		bigOf := func(factors []int) *big.Int {
			product := big.NewInt(1)
			for _, f := range factors {
				product.Mul(product, big.NewInt(int64(f)))
			}
			return product
		}
		n, d := bigOf(ns), bigOf(ds)
		if d.Sign() == 0 {
			return
		}
		q := new(big.Int).Add(new(big.Int).Lsh(n, 1), d)
		q.Quo(q, new(big.Int).Lsh(d, 1))
		if !q.IsInt64() || q.Int64() > math.MaxInt64/2 {
			return
		}
		if got := half(times(ns...), times(ds...)); int64(got) != q.Int64() {
			t.Fatalf("%v/%v = %d, want %v", ns, ds, got, q)
		}
	})
}
