import { lessonsFoundPath } from '#rules/paths/staff-paths.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { ListQuery, ListSpec } from '../../../platform/lists/list-query.ts';
import { daysOfSpan, spanFilters, spanParameters } from '../../../platform/lists/span-choice.ts';
import type { LessonStatus } from '../../../platform/records/lesson-record.ts';
import { statusWords } from '../../../platform/records/lesson-status.ts';
import { instantOfWall } from '../../../platform/ui/instant-of-wall.ts';

/** The states in the words of the filter. A closed lesson is a completed one whose days for claims are over, and counts as that. */
const statuses = [
  'held',
  'requested',
  'confirmed',
  'in_progress',
  'completed',
  'disputed',
  'declined',
  'cancelled_by_learner',
  'cancelled_by_instructor',
  'no_show_learner',
  'no_show_instructor',
  'expired',
] as const satisfies readonly LessonStatus[];

export const statusChoices = statuses.map((value) => ({ value, label: statusWords(value, 'staff').word }));

/** What the address of the list of lessons may say. */
export const lessonsList = {
  sorts: ['-start', 'start', '-priceCents', 'priceCents', '-created', 'created'],
  filters: { status: statuses, ...spanFilters },
} as const satisfies ListSpec;

/** The address of the lessons of a status in a period, as the figures count them. */
export function lessonsPath(status: string, filters: Readonly<Record<string, string>>): string {
  const { period = '', from = '', to = '' } = filters;
  const all = { status: status === 'closed' ? 'completed' : status, period: period || 'month', from, to };
  return lessonsFoundPath(all);
}

/**
 * The records client's filter for what the list's choices leave at `now`. A held time whose 15 minutes are over
 * is not paid in time, though nobody may have written that down yet.
 */
export function lessonsFilter(
  filters: ListQuery['filters'],
  now: Date,
): { expression: string; params: Record<string, string> } {
  const { status = '' } = filters;
  const parts = [statusExpression(status)];
  const params: Record<string, string> = { status, now: wireInstant(now.toISOString()) };
  if (filters.period) {
    const { from, to } = spanParameters(daysOfSpan(filters, now));
    parts.push('start >= {:from} && start < {:to}');
    params.from = wireInstant(instantOfWall(from, 0, platformZone));
    params.to = wireInstant(instantOfWall(to, 0, platformZone));
  }
  return { expression: parts.filter(Boolean).join(' && '), params };
}

/** The same choices as the server's own calls take them. */
export function countParameters(filters: Readonly<Record<string, string>>, now: Date): Record<string, string> {
  const { status = '', period = '' } = filters;
  return { status, ...(period ? spanParameters(daysOfSpan(filters, now)) : {}) };
}

function statusExpression(status: string): string {
  if (status === 'held') return "(status = 'held' && holdExpiresAt > {:now})";
  if (status === 'expired') return "(status = 'expired' || (status = 'held' && holdExpiresAt <= {:now}))";
  if (status === 'completed') return "(status = 'completed' || status = 'closed')";
  return status === '' ? '' : 'status = {:status}';
}

function wireInstant(iso: string): string {
  return iso.replace('T', ' ');
}
