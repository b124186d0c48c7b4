import { addDays } from '../../platform/ui/add-days.ts';
import { instantOfWall } from '../../platform/ui/instant-of-wall.ts';
import { daysOfPeriod, type HistoryQuery, statusChoices } from './history-query.ts';

/** Whose history is read, from which side, and the zone whose days the periods have. */
export type HistoryReader = { side: 'learner' | 'instructor'; userId: string; timezone: string };

/** A filter for the records client's `filter`: what somebody typed or chose is only ever in `params`. */
export type HistoryFilter = { expression: string; params: Record<string, string> };

/** More people than this are not named in one filter, because its length is limited; no useful search has as many. */
const mostPeople = 150;

/** Every lesson of the reader whose time is over at `now`, given or called off. Holds that were never paid are none, whether they ran out or were let go. */
export function allPastLessons({ side, userId }: HistoryReader, now: Date): HistoryFilter {
  const own = side === 'learner' ? 'learner = {:me}' : 'instructor.user = {:me}';
  return {
    expression: `${own} && status != 'held' && status != 'expired' && holdExpiresAt = '' && end <= {:now}`,
    params: { me: userId, now: wireInstant(now.toISOString()) },
  };
}

/**
 * The reader's past lessons that a query leaves. `people` are the ids of the instructors, or the learners, whose names fit the
 * search: their names can't be asked for through the lesson, as a paused instructor and every learner may be read by few.
 */
export function pastLessons(
  reader: HistoryReader,
  query: HistoryQuery,
  people: readonly string[],
  now: Date,
): HistoryFilter {
  const all = allPastLessons(reader, now);
  const parts = [periodFilter(query, now, reader.timezone), statusFilter(query), searchFilter(reader, query, people)];
  return {
    expression: [all.expression, ...parts.flatMap(({ expression }) => expression || [])].join(' && '),
    params: Object.assign({}, all.params, ...parts.map(({ params }) => params)),
  };
}

/** A typed text as the right side of `~`, where it stands for itself: a `%` in it is no wildcard. */
export function literalText(text: string): string {
  return text.replaceAll('%', '\\%');
}

const nothing: HistoryFilter = { expression: '', params: {} };

function statusFilter({ status }: HistoryQuery): HistoryFilter {
  const choice = statusChoices.find(({ value }) => value === status);
  return choice ? anyOf('status', choice.statuses) : nothing;
}

function periodFilter(query: HistoryQuery, now: Date, zone: string): HistoryFilter {
  const { from, to } = daysOfPeriod(query, now, zone);
  const expression = [from && 'start >= {:from}', to && 'start < {:to}'].filter(Boolean).join(' && ');
  const params: Record<string, string> = {};
  if (from) params.from = wireInstant(instantOfWall(from, 0, zone));
  if (to) params.to = wireInstant(instantOfWall(addDays(to, 1), 0, zone));
  return { expression, params };
}

function searchFilter({ side }: HistoryReader, { q }: HistoryQuery, people: readonly string[]): HistoryFilter {
  if (q === '') return nothing;
  const party = side === 'learner' ? 'instructor' : 'learner';
  const named = people.length > 0 ? anyOf(party, people.slice(0, mostPeople)) : nothing;
  const places = ['pickup ~ {:q}', 'postalCode ~ {:q}', ...(named.expression ? [named.expression] : [])];
  return { expression: `(${places.join(' || ')})`, params: { ...named.params, q: literalText(q) } };
}

function anyOf(field: string, values: readonly string[]): HistoryFilter {
  const params = Object.fromEntries(values.map((value, place) => [`${field}${place}`, value]));
  return {
    expression: `(${Object.keys(params)
      .map((name) => `${field} = {:${name}}`)
      .join(' || ')})`,
    params,
  };
}

function wireInstant(iso: string): string {
  return iso.replace('T', ' ');
}
