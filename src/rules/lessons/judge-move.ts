import {
  type LessonActor,
  type LessonEvent,
  type LessonMove,
  type LessonNow,
  type LifeFigures,
  lessonLife,
  type MoveRefusal,
} from './lesson-life.ts';
import type { LessonState } from './lesson-states.ts';

export type WantedMove = {
  event: LessonEvent;
  by: LessonActor;
  /** Needed where a move leads to more than one state. */
  to?: LessonState;
};

export type MoveVerdict = { ok: true; move: LessonMove; to: LessonState } | { ok: false; reason: MoveRefusal };

/**
 * Whether a lesson can be moved now, to where and with what effect. Refuses the state first, then the person, then the time: somebody who
 * may never do it learns nothing of the clock. A superuser may do what anybody may.
 */
export function judgeMove(lesson: LessonNow, wanted: WantedMove, nowMs: number, figures: LifeFigures): MoveVerdict {
  const lines = lessonLife.filter(({ event }) => event === wanted.event);
  const fromHere = lines.filter(({ from }) => (from as readonly string[]).includes(lesson.status));
  if (fromHere.length === 0) return { ok: false, reason: 'wrong_state' };
  const theirs = fromHere.filter(({ by }) => wanted.by === 'superuser' || by.includes(wanted.by));
  const move = theirs.find((line) => leadsTo(line, wanted.to));
  if (!move) return { ok: false, reason: 'not_allowed' };
  const reason = move.when?.(lesson, nowMs, figures);
  if (reason) return { ok: false, reason };
  const to = move.to === 'same' ? (lesson.status as LessonState) : move.to === 'any' ? wanted.to : move.to;
  return to === undefined ? { ok: false, reason: 'not_allowed' } : { ok: true, move, to };
}

function leadsTo({ to }: LessonMove, wanted: LessonState | undefined): boolean {
  return wanted === undefined || to === wanted || to === 'any' || to === 'same';
}

export type LessonAbility = { can: true } | { can: false; reason: MoveRefusal };

/** What somebody can do with a lesson now, and why not: what pages offer is what the server does. */
export function lessonCan(
  lesson: LessonNow,
  by: LessonActor,
  nowMs: number,
  figures: LifeFigures,
): Record<LessonEvent, LessonAbility> {
  const events = [...new Set(lessonLife.map(({ event }) => event))];
  const abilities = events.map((event) => {
    const verdict = judgeMove(lesson, { event, by }, nowMs, figures);
    const ability: LessonAbility =
      verdict.ok || isOpenTarget(event) ? { can: true } : { can: false, reason: verdict.reason };
    return [event, ability] as const;
  });
  return Object.fromEntries(abilities) as Record<LessonEvent, LessonAbility>;

  // Where the target is chosen later, being allowed to choose is enough.
  function isOpenTarget(event: LessonEvent): boolean {
    return lessonLife.some(
      ({ event: of, to, from, by: actors }) =>
        of === event &&
        to === 'any' &&
        (by === 'superuser' || actors.includes(by)) &&
        (from as readonly string[]).includes(lesson.status),
    );
  }
}
