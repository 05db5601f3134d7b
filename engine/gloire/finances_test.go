package gloire

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// The published order page (rules IV.1): all ten provinces, all columns.
func TestFinancesReproduceThePublishedPage(t *testing.T) {
	var page struct {
		Mean      int `json:"mean_happiness_hundredths"`
		Total     int `json:"total_treasury_change"`
		Provinces []struct {
			Name           string `json:"name"`
			Level          int    `json:"level"`
			Population     int    `json:"population"`
			Happiness      int    `json:"happiness_hundredths"`
			Wealth         int    `json:"wealth_thousandths"`
			Full           int    `json:"full_redistribution"`
			HappinessAfter string `json:"happiness_after"`
			WealthAfter    int    `json:"wealth_after_thousandths"`
			Treasury       int    `json:"treasury_change"`
		} `json:"provinces"`
	}
	text, err := os.ReadFile("testdata/tax-screen.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &page); err != nil {
		t.Fatal(err)
	}
	if len(page.Provinces) != 10 {
		t.Fatalf("%d provinces on the page", len(page.Provinces))
	}
	total, m := 0, mean{page.Mean, 1}
	for _, p := range page.Provinces {
		f := finance{population: p.Population, happiness: p.Happiness, wealth: p.Wealth, level: p.Level}
		f.full = f.fullGift(m)
		f.gold = f.full
		happiness, wealth := f.after()
		change := f.income(m) - f.gold
		total += change
		shown := half(times(happiness), times(10))
		if f.full != p.Full || wealth != p.WealthAfter || change != p.Treasury ||
			fmt.Sprintf("%d.%d", shown/10, shown%10) != p.HappinessAfter {
			t.Errorf("%s: full %d, happiness %d, wealth %d, treasury %+d; the page has %+v", p.Name, f.full, happiness, wealth, change, p)
		}
	}
	if total != page.Total {
		t.Errorf("the treasury changes by %d, on the page by %d", total, page.Total)
	}
}

func TestFinances(t *testing.T) {
	m := mean{20_00, 1}
	for _, c := range []struct {
		name              string
		finance           finance
		income, full      int
		happiness, wealth int
	}{
		{"nothing is taken at level 0", finance{population: 20000, happiness: 20_00, wealth: 500}, 0, 10000, 20_00, 500},
		{"everything at level 10, and the people are at 0",
			finance{population: 20000, happiness: 20_00, wealth: 500, level: 10}, 10000, 0, 0, 100},
		{"at level 5 half is taken and half is lost",
			finance{population: 20000, happiness: 20_00, wealth: 500, level: 5}, 5000, 2500, 10_00, 250},
		{"an unhappy people pays at least a fifth",
			finance{population: 20000, happiness: 1, wealth: 500, level: 10}, 2000, 0, 0, 100},
		{"a happy people pays no more than all",
			finance{population: 20000, happiness: 90_00, wealth: 500, level: 10}, 10000, 0, 0, 100},
		{"gold doubles the happiness at best",
			finance{population: 20000, happiness: 20_00, wealth: 500, full: 10000, gold: 99999}, 0, 10000, 40_00, 1000},
		{"half the gold, half the gain",
			finance{population: 20000, happiness: 20_00, wealth: 500, full: 10000, gold: 5000}, 0, 10000, 30_00, 750},
		{"an empty province", finance{happiness: 20_00, wealth: 500, level: 3}, 0, 0, 14_00, 350},
	} {
		f := c.finance
		happiness, wealth := f.after()
		if f.income(m) != c.income || f.fullGift(m) != c.full || happiness != c.happiness || wealth != c.wealth {
			t.Errorf("%s: income %d, full %d, happiness %d, wealth %d; want %d, %d, %d, %d", c.name,
				f.income(m), f.fullGift(m), happiness, wealth, c.income, c.full, c.happiness, c.wealth)
		}
	}
}

// Where nobody on the map is happy, the mean is no divisor.
func TestFinancesOfAnUnhappyMap(t *testing.T) {
	f := finance{population: 20000, wealth: 500, level: 5}
	if got := f.income(mean{0, 55}); got != 5000 {
		t.Errorf("income %d, want 5000", got)
	}
}
