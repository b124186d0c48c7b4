import type { Engine } from '#engine/engine.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { handOversPath } from '#rules/paths/learner-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce, type ToNotify } from '../../talk/notifications/notify-once.ts';
import { findNames, type HandOverNames } from './hand-overs.store.ts';

/**
 * Tells of a hand-over: the learner that an instructor asks, who takes over once the learner agreed, and at its end the others. Who takes over hears
 * nothing before the learner agreed.
 */
export async function announceHandOver(engine: Engine, { record, original, tx, auth }: InsideEvent): Promise<void> {
  const [learner, from, to] = [record.learner, record.fromInstructor, record.toInstructor].map(String) as Three;
  const names = await findNames(tx, { learner, from, to });
  const items = newsOf({ record, original, auth }, names).map(([user, event]): ToNotify => {
    const key = `hand_over:${record.id}:${event}:${user}`;
    return { user, write: (language) => wordsOf(language, event, names), link: handOversPath, key };
  });
  await notifyOnce(engine, tx, items);
}

type Three = [learner: string, from: string, to: string];

/** Who hears what: the learner who is asked, then who takes over; at the end all three, or of a refusal whoever asked or agreed. */
function newsOf(
  { record, original, auth }: Pick<InsideEvent, 'record' | 'original' | 'auth'>,
  { fromUser, toUser }: HandOverNames,
): [user: string, event: Event][] {
  const learner = String(record.learner);
  const isOfInstructor = record.askedBy === 'instructor';
  if (record.status === 'waiting') {
    if (!original && isOfInstructor) return [[learner, 'learnerAsked']];
    const isAgreedNow = record.learnerAgreedAt !== '' && (original?.learnerAgreedAt ?? '') === '';
    return isAgreedNow ? [[toUser, 'takerAsked']] : [];
  }
  if (record.status === original?.status) return [];
  if (record.status === 'done') return [learner, fromUser, toUser].map((user) => [user, 'done']);
  if (record.status !== 'refused') return [];
  return [learner, ...(isOfInstructor ? [fromUser] : [])]
    .filter((user) => user !== auth?.id)
    .map((user) => [user, 'refused']);
}

type Event = 'learnerAsked' | 'takerAsked' | 'done' | 'refused';

function wordsOf(language: string, event: Event, { learnerName, fromName, toName }: HandOverNames) {
  const texts = noticesIn(language);
  const named = { learnerName, fromName, toName };
  return {
    learnerAsked: { title: texts.handOverAsked, message: texts.handOverLearnerAsked(named) },
    takerAsked: { title: texts.handOverAsked, message: texts.handOverTakerAsked(named) },
    done: { title: texts.handOverDone, message: texts.handOverIsDone(named) },
    refused: { title: texts.handOverRefused, message: texts.handOverWasRefused(named) },
  }[event];
}
