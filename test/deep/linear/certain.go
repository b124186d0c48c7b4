package main

import "github.com/anishathalye/porcupine"

// A refusal changes nothing, and most are plain from the times alone: the lesson was let go before the call, or its time was somebody's all along. Such a
// refusal fits into every order of the other operations, so leaving it out neither makes a bad history good nor a good one bad, and porcupine, which
// would try each of them at every place, has an order within seconds.

// life is what is known of a lesson: the operations that changed it, nil where there is none.
type life struct {
	hold, confirm, cancel *Operation
	moves                 []*Operation
}

func (l *life) isGone(at int64) bool {
	return l == nil || l.hold == nil || l.hold.Call > at || l.cancel != nil && l.cancel.Return < at
}

func (l *life) isThere(at int64) bool {
	return l != nil && l.hold != nil && l.hold.Return < at && (l.cancel == nil || l.cancel.Call > at)
}

func (l *life) isConfirmed(at int64) bool {
	return l.isThere(at) && l.confirm != nil && l.confirm.Return < at
}

// start answers when the lesson starts; false while it is being moved, or where moves at once leave it open.
func (l *life) start(at int64) (int, bool) {
	start, last := l.hold.Start, int64(0)
	for _, move := range l.moves {
		if move.Call > at {
			continue
		}
		if move.Return > at || move.Call < last {
			return 0, false
		}
		start, last = move.Start, move.Return
	}
	return start, true
}

func (l *life) movesBefore(at int64) int {
	count := 0
	for _, move := range l.moves {
		if move.Return < at {
			count++
		}
	}
	return count
}

func livesOf(history []porcupine.Operation) (map[string]*life, []int64) {
	lives, instants := map[string]*life{}, []int64{}
	for i := range history {
		one := history[i].Input.(Operation)
		if one.Answer != "ok" || one.What == "read" {
			continue
		}
		if lives[one.Lesson] == nil {
			lives[one.Lesson] = &life{}
		}
		instants = append(instants, one.Call-1, one.Return+1)
		switch found := lives[one.Lesson]; one.What {
		case "hold":
			found.hold = &one
		case "confirm":
			found.confirm = &one
		case "cancel":
			found.cancel = &one
		case "move":
			found.moves = append(found.moves, &one)
		}
	}
	return lives, instants
}

func isTaken(lives map[string]*life, start, minutes int, except string, at int64) bool {
	for id, other := range lives {
		if id == except || !other.isThere(at) {
			continue
		}
		if from, isKnown := other.start(at); isKnown && from < start+minutes && start < from+other.hold.Minutes {
			return true
		}
	}
	return false
}

func isCertain(one Operation, lives map[string]*life, at int64) bool {
	own := lives[one.Lesson]
	switch one.What + " " + one.Answer {
	case "hold taken":
		return isTaken(lives, one.Start, one.Minutes, one.Lesson, at)
	case "move taken":
		return own.isConfirmed(at) && isTaken(lives, one.Start, own.hold.Minutes, one.Lesson, at)
	case "move spent":
		return own.isConfirmed(at) && own.movesBefore(at) >= movesAllowed
	case "cancel refused":
		return own.isGone(at)
	case "confirm refused":
		return own.isGone(at) || own.isConfirmed(at)
	case "move refused":
		return own.isGone(at) || own.confirm == nil || own.confirm.Call > at
	}
	return one.Answer == "elsewhere"
}

// open answers the operations that an order has to be found for.
func open(history []porcupine.Operation) []porcupine.Operation {
	lives, instants := livesOf(history)
	var left []porcupine.Operation
	for _, operation := range history {
		one := operation.Input.(Operation)
		certain := isCertain(one, lives, one.Call) || isCertain(one, lives, one.Return)
		for _, at := range instants {
			certain = certain || one.Call < at && at < one.Return && isCertain(one, lives, at)
		}
		if !certain {
			left = append(left, operation)
		}
	}
	return left
}
