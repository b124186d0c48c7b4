import { describe, expect, test } from 'vitest';
import { countParameters, lessonsFilter, lessonsPath } from './lesson-choices.ts';

const now = new Date('2026-11-22T04:00:00Z');
const none = { status: '', period: '', from: '', to: '' };

describe('the filter of all lessons', () => {
  test('leaves nothing out without a choice', () => {
    expect(lessonsFilter(none, now).expression).toBe('');
  });

  test('counts a hold only while it holds, and as not paid in time after that', () => {
    const held = lessonsFilter({ ...none, status: 'held' }, now);
    expect(held.expression).toBe("(status = 'held' && holdExpiresAt > {:now})");
    expect(held.params.now).toBe('2026-11-22 04:00:00.000Z');
    const expired = lessonsFilter({ ...none, status: 'expired' }, now);
    expect(expired.expression).toContain("(status = 'held' && holdExpiresAt <= {:now})");
  });

  test('takes a period’s days in Singapore, the last included', () => {
    const filters = { ...none, period: 'dates', from: '2026-11-01', to: '2026-11-02' };
    const { expression, params } = lessonsFilter(filters, now);
    expect(expression).toBe('start >= {:from} && start < {:to}');
    expect([params.from, params.to]).toEqual(['2026-10-31 16:00:00.000Z', '2026-11-02 16:00:00.000Z']);
    expect(countParameters(filters, now)).toEqual({ status: '', from: '2026-11-01', to: '2026-11-03' });
  });
});

test('the figures’ rows lead to the same status and period', () => {
  expect(lessonsPath('closed', none)).toBe('/dashboard/analytics/lessons?status=completed&period=month');
  const filters = { period: 'dates', from: '2026-11-01', to: '2026-11-02' };
  expect(lessonsPath('disputed', filters)).toBe(
    '/dashboard/analytics/lessons?status=disputed&period=dates&from=2026-11-01&to=2026-11-02',
  );
});
