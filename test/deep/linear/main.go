// Checks that what many people did to one calendar at once could have happened one after the other: reads the history that record-history.ts
// wrote, a line an operation, and asks porcupine about each round. Ends with 1 when a round has no such order.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// Operation is one line of the history. Times are nanoseconds of the driver's own clock.
type Operation struct {
	Round   int    `json:"round"`
	Client  int    `json:"client"`
	Call    int64  `json:"call"`
	Return  int64  `json:"return"`
	What    string `json:"what"`
	Lesson  string `json:"lesson"`
	Start   int    `json:"start"`
	Minutes int    `json:"minutes"`
	Answer  string `json:"answer"`
	Seen    []Seen `json:"seen"`
}

// Seen is a lesson as a reader saw it.
type Seen struct {
	Lesson string `json:"lesson"`
	Start  int    `json:"start"`
	State  string `json:"state"`
}

type lesson struct {
	id             string
	start, minutes int
	state          string
	moves          int
}

// calendar holds the lessons that occupy their time, by id.
type calendar []lesson

func decode(text string) calendar {
	var found calendar
	for _, line := range strings.Fields(text) {
		var one lesson
		part := strings.Split(line, ":")
		one.id, one.state = part[0], part[3]
		fmt.Sscan(part[1], &one.start)
		fmt.Sscan(part[2], &one.minutes)
		fmt.Sscan(part[4], &one.moves)
		found = append(found, one)
	}
	return found
}

func (c calendar) encode() string {
	sort.Slice(c, func(i, j int) bool { return c[i].id < c[j].id })
	lines := make([]string, len(c))
	for i, one := range c {
		lines[i] = fmt.Sprintf("%s:%d:%d:%s:%d", one.id, one.start, one.minutes, one.state, one.moves)
	}
	return strings.Join(lines, " ")
}

func (c calendar) find(id string) int {
	for i, one := range c {
		if one.id == id {
			return i
		}
	}
	return -1
}

func (c calendar) isFree(start, minutes int, except string) bool {
	for _, one := range c {
		if one.id != except && one.start < start+minutes && start < one.start+one.minutes {
			return false
		}
	}
	return true
}

func (c calendar) shows(seen []Seen) bool {
	if len(seen) != len(c) {
		return false
	}
	for _, one := range seen {
		at := c.find(one.Lesson)
		if at < 0 || c[at].start != one.Start || c[at].state != one.State {
			return false
		}
	}
	return true
}

const movesAllowed = 2

const yes, no = true, false

// step answers whether an operation can have its answer now, and the calendar after it. "elsewhere" is a refusal that says nothing of the calendar.
func step(before string, one Operation) (bool, string) {
	now := decode(before)
	at := now.find(one.Lesson)
	isHeld := at >= 0 && now[at].state == "held"
	isConfirmed := at >= 0 && now[at].state == "confirmed"
	stays := func(isPossible bool) (bool, string) { return isPossible, before }
	if one.Answer == "elsewhere" {
		return stays(true)
	}
	switch one.What + " " + one.Answer {
	case "hold ok":
		if at >= 0 || !now.isFree(one.Start, one.Minutes, "") {
			return no, before
		}
		return yes, append(now, lesson{one.Lesson, one.Start, one.Minutes, "held", 0}).encode()
	case "hold taken":
		return stays(!now.isFree(one.Start, one.Minutes, ""))
	case "confirm ok":
		if !isHeld {
			return no, before
		}
		now[at].state = "confirmed"
		return yes, now.encode()
	case "confirm refused":
		return stays(!isHeld)
	case "cancel ok":
		if at < 0 {
			return no, before
		}
		return yes, append(now[:at:at], now[at+1:]...).encode()
	case "cancel refused":
		return stays(at < 0)
	case "move ok":
		if !isConfirmed || now[at].moves >= movesAllowed || !now.isFree(one.Start, now[at].minutes, one.Lesson) {
			return no, before
		}
		now[at].start = one.Start
		now[at].moves++
		return yes, now.encode()
	case "move taken":
		return stays(isConfirmed && !now.isFree(one.Start, now[at].minutes, one.Lesson))
	case "move refused":
		return stays(!isConfirmed)
	case "move spent":
		return stays(isConfirmed && now[at].moves >= movesAllowed)
	case "move same":
		return stays(isConfirmed && now[at].start == one.Start)
	case "read ok":
		return stays(now.shows(one.Seen))
	}
	panic("no such answer: " + one.What + " " + one.Answer)
}

type question struct {
	before string
	call   int64
	client int
}

type reply struct {
	isPossible bool
	after      string
}

// newModel remembers what it answered: a search comes back to the same calendar again and again, by other ways.
func newModel() porcupine.Model {
	known := map[question]reply{}
	return porcupine.Model{
		Init: func() interface{} { return "" },
		Step: func(state, input, _ interface{}) (bool, interface{}) {
			one := input.(Operation)
			asked := question{state.(string), one.Call, one.Client}
			found, isKnown := known[asked]
			if !isKnown {
				found.isPossible, found.after = step(asked.before, one)
				known[asked] = found
			}
			return found.isPossible, found.after
		},
	}
}

func check(rounds map[int][]porcupine.Operation, patience time.Duration) (bad, slow []int) {
	for round, history := range rounds {
		switch porcupine.CheckOperationsTimeout(newModel(), open(history), patience) {
		case porcupine.Illegal:
			bad = append(bad, round)
		case porcupine.Unknown:
			slow = append(slow, round)
		}
	}
	sort.Ints(bad)
	sort.Ints(slow)
	return bad, slow
}

func read(path string) (map[int][]porcupine.Operation, map[string]int, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	rounds, answers := map[int][]porcupine.Operation{}, map[string]int{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var one Operation
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, nil, err
		}
		rounds[one.Round] = append(rounds[one.Round], porcupine.Operation{
			ClientId: one.Client, Input: one, Call: one.Call, Output: one.Answer, Return: one.Return,
		})
		answers[one.What+" "+one.Answer]++
	}
	return rounds, answers, lines.Err()
}

func main() {
	rounds, answers, err := read(os.Args[1])
	if err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	began := time.Now()
	bad, slow := check(rounds, 5*time.Minute)
	names := make([]string, 0, len(answers))
	total := 0
	for name, count := range answers {
		names = append(names, name)
		total += count
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("%-18s %d\n", name, answers[name])
	}
	fmt.Printf("%d operations in %d rounds, checked in %.1f s\n", total, len(rounds), time.Since(began).Seconds())
	if len(bad)+len(slow) > 0 {
		fmt.Printf("Rounds without an order: %v. Rounds that took too long: %v.\n", bad, slow)
		os.Exit(1)
	}
	fmt.Println("Every round could have happened one after the other.")
}
