import { expect, test } from 'vitest';
import { dueBy } from './due-by.ts';

const none = new Set<string>();
const dayOf = (since: string, days: number, holidays: ReadonlySet<string> = none) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Singapore' }).format(dueBy(since, { days, holidays }));

test('[rule 26] a reported review is due three working days later, by the policy’s figure, weekends and holidays left out', () => {
  // Friday, 20 November, late in the evening of Singapore.
  expect(dayOf('2026-11-20T15:30:00Z', 3)).toBe('2026-11-25');
  expect(dayOf('2026-11-20T15:30:00Z', 1)).toBe('2026-11-23');
  expect(dayOf('2026-12-24T02:00:00Z', 3, new Set(['2026-12-25']))).toBe('2026-12-30');
});

test('[rule 22] a refund that a person sends is due five working days after it was owed', () => {
  expect(dayOf('2026-11-20T02:00:00Z', 5)).toBe('2026-11-27');
  expect(dueBy('2026-11-20T02:00:00Z', { days: 5, holidays: none }).toISOString()).toBe('2026-11-27T15:59:59.999Z');
});
