package main

import (
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

func isPossible(operations ...Operation) bool {
	var history []porcupine.Operation
	for client, one := range operations {
		history = append(history, porcupine.Operation{ClientId: client, Input: one, Call: one.Call, Output: one.Answer, Return: one.Return})
	}
	bad, slow := check(map[int][]porcupine.Operation{0: history}, time.Minute)
	return len(bad)+len(slow) == 0
}

func at(call, end int64, what, lesson string, start int, answer string) Operation {
	return Operation{Call: call, Return: end, What: what, Lesson: lesson, Start: start, Minutes: 60, Answer: answer}
}

func seen(call, end int64, lessons ...Seen) Operation {
	return Operation{Call: call, Return: end, What: "read", Answer: "ok", Seen: lessons}
}

func TestPossible(t *testing.T) {
	for name, operations := range map[string][]Operation{
		"one of two has the time": {at(1, 5, "hold", "a", 60, "ok"), at(2, 6, "hold", "b", 90, "taken")},
		"what was let go is free": {
			at(1, 2, "hold", "a", 60, "ok"), at(3, 6, "cancel", "a", 0, "ok"), at(4, 5, "hold", "b", 60, "ok"),
		},
		"what moved leaves its time": {
			at(1, 2, "hold", "a", 60, "ok"), at(3, 4, "confirm", "a", 0, "ok"), at(5, 6, "move", "a", 120, "ok"), at(7, 8, "hold", "b", 60, "ok"),
			seen(9, 10, Seen{"a", 120, "confirmed"}, Seen{"b", 60, "held"}),
		},
		"a payment that came too late": {
			at(1, 2, "hold", "a", 60, "ok"), at(3, 6, "confirm", "a", 0, "refused"), at(4, 5, "cancel", "a", 0, "ok"), seen(7, 8),
		},
	} {
		if !isPossible(operations...) {
			t.Errorf("%s: called impossible", name)
		}
	}
}

func TestImpossible(t *testing.T) {
	held := at(1, 2, "hold", "a", 60, "ok")
	for name, operations := range map[string][]Operation{
		"two hold overlapping times":        {held, at(2, 4, "hold", "b", 90, "ok")},
		"refused although it was free":      {at(1, 2, "hold", "a", 60, "taken")},
		"confirmed after it was cancelled":  {held, at(3, 4, "cancel", "a", 0, "ok"), at(5, 6, "confirm", "a", 0, "ok")},
		"cancelled twice":                   {held, at(3, 4, "cancel", "a", 0, "ok"), at(5, 6, "cancel", "a", 0, "ok")},
		"moved onto another":                {held, at(3, 4, "confirm", "a", 0, "ok"), at(3, 4, "hold", "b", 120, "ok"), at(5, 6, "move", "a", 120, "ok")},
		"a reader misses what was answered": {held, seen(3, 4)},
		"a reader sees what was let go":     {held, at(3, 4, "cancel", "a", 0, "ok"), seen(5, 6, Seen{"a", 60, "held"})},
		"moved three times where two are allowed": {
			held, at(3, 4, "confirm", "a", 0, "ok"), at(5, 6, "move", "a", 120, "ok"), at(7, 8, "move", "a", 180, "ok"), at(9, 10, "move", "a", 240, "ok"),
		},
	} {
		if isPossible(operations...) {
			t.Errorf("%s: called possible", name)
		}
	}
}
