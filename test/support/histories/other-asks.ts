import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import { otherPolicyValues } from '#support/other-policy.ts';
import { type Ask, card, minuteMs, record, type Scene, startIn } from './ask.ts';
import type { Some } from './steps.ts';

/** A learner who has met an instructor goes on with the next one: asked for by either, the learner answers first, then who takes over. */
export async function handOver({ nth, by, answer }: Some<'hand_over'>, { db, people, newId }: Scene): Promise<Ask[]> {
  const pairs = await db.query<{ learner: string; place: number }>(
    `select learner, array_position($2::text[], instructor) - 1 as place from (
       select learner, instructor from package_purchases where status = 'active'
       union select learner, instructor from lessons where status in ('confirmed', 'completed', 'closed')) met
     where learner = any ($1) order by 1, 2`,
    [people.learners, people.teachers],
  );
  const pair = pairs[nth % Math.max(1, pairs.length)];
  if (!pair) return [];
  const { learner, place } = pair;
  const id = newId();
  const to = (place + 1) % people.teachers.length;
  const body = { id, learner, fromInstructor: people.teachers[place], toInstructor: people.teachers[to] };
  const path = `${record('hand_overs')}/${id}`;
  const says = (person: string, status: string): Ask => ({ person, path, body: { status }, method: 'PATCH' });
  const asker = by === 'learner' ? learner : (people.owners[place] ?? '');
  return [
    { person: asker, path: record('hand_overs'), body },
    ...(by === 'learner' ? [] : [says(learner, 'agreed')]),
    ...(answer === 'none' ? [] : [says(people.owners[to] ?? '', answer)]),
  ];
}

/** Somebody who is not signed in holds a time, and takes it along, lets it go, or forgets it. */
export function guestHold({ learner, teacher, hours, ends }: Some<'guest'>, { people, nowMs, newId }: Scene): Ask[] {
  const id = newId();
  const secret = `a-secret-of-one-browser-alone-${id}`;
  const wanted = { id, instructor: people.teachers[teacher], start: startIn(nowMs, hours), durationMinutes: 60 };
  const path = 'marketplace/guest-holds';
  const held: Ask = { person: '', path, body: { ...wanted, secret } };
  const person = people.learners[learner] ?? '';
  const claimed: Ask = { person, path: `${path}/claim`, body: { secret } };
  const paid: Ask = { person, path: record('payments'), body: { lesson: id, ...card } };
  const endings: Record<typeof ends, Ask[]> = {
    paid: [claimed, paid],
    claimed: [claimed],
    released: [{ person: '', path: `${path}/release`, body: { secret } }],
    forgotten: [],
    late: [{ toMs: nowMs + 20 * minuteMs }, claimed, paid],
  };
  return [held, ...endings[ends]];
}

/** A new version of the policies begins that changes every figure; what is there lives under its own. */
export async function newPolicy({ db, people, nowMs }: Scene): Promise<Ask[]> {
  const [latest] = await db.query<{ hold: number }>(
    `select (values ->> 'holdMinutes')::integer as hold from policies order by version desc limit 1`,
  );
  const values = latest?.hold === otherPolicyValues.holdMinutes ? firstPolicyValues : otherPolicyValues;
  const beginsMs = nowMs + 5 * minuteMs;
  const body = { effectiveFrom: new Date(beginsMs).toISOString(), values };
  return [{ person: people.admin, path: record('policies'), body }, { toMs: beginsMs + minuteMs }];
}
