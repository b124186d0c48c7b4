import { expect, test } from 'vitest';
import { countWork } from '#support/count-work.ts';

// Counted from here on: a test of its own process, since what another one compiled before is counted less finely.
const { listSlots } = await import('#rules/availability/list-slots.ts');

const dayMs = 86_400_000;
// Midnight of 21 November 2026 in Singapore.
const nowMs = 1_795_190_400_000;
const rules = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startMinute: 0, endMinute: 1440 }));

/** A diary that is open at every minute of two weeks and has one short lesson a day. */
function workOf(maxLessonsPerDay: number) {
  const busy = Array.from({ length: 14 }, (_, day) => ({
    startMs: nowMs + day * dayMs,
    endMs: nowMs + day * dayMs + 300_000,
  }));
  const offer = {
    slotStepMinutes: 1,
    minNoticeMinutes: 0,
    horizonDays: 60,
    gapMinutes: 0,
    maxLessonsPerDay,
    maxLessonsPerWeek: 0,
    worksHolidays: true,
    licenceExpiresOn: '',
    retiresOn: '',
  };
  const toMs = nowMs + 14 * dayMs;
  const working = { timezone: 'Asia/Singapore', rules, overrides: [] };
  const taken = { timeOff: [], busy, closedDates: [] };
  return countWork(() => listSlots({ offer, working, taken, nowMs, fromMs: nowMs, toMs, durationMinutes: 5 }));
}

test('a diary whose every day is full costs no more to look through than one with room', async () => {
  expect(await workOf(1)).toBeLessThan((await workOf(0)) * 2);
});
