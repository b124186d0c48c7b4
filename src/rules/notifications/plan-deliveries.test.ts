import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { localMinuteOf } from '../time/local-time.ts';
import { planDeliveries } from './plan-deliveries.ts';
import { categoryOf, defaultPreferences, deliveryChannels, notificationCategories } from './preferences.ts';
import { afterQuietHours, isQuiet } from './quiet-hours.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const zone = 'Asia/Singapore';
const noon = { nowMs: at('2026-12-01T12:00:00+08:00'), zone };
const all = { ...defaultPreferences, push: true, sms: true, marketing: true };
const channelsOf = (planned: { channel: string }[]) => planned.map(({ channel }) => channel);

describe('what goes out by which channel', () => {
  test('[204, 205] is what both the channel and the category allow', () => {
    const switches = fc.record(
      Object.fromEntries(Object.keys(defaultPreferences).map((name) => [name, fc.boolean()])),
    ) as unknown as fc.Arbitrary<typeof defaultPreferences>;
    fc.assert(
      fc.property(switches, fc.constantFrom(...notificationCategories), (preferences, category) => {
        const wanted = deliveryChannels.filter((channel) => preferences[channel] && preferences[category]);
        expect(channelsOf(planDeliveries({ category }, preferences, noon))).toEqual(wanted);
      }),
    );
  });

  test('is mail about everything but advertising until somebody chooses', () => {
    const told = (category: (typeof notificationCategories)[number]) =>
      channelsOf(planDeliveries({ category }, defaultPreferences, noon));
    expect(notificationCategories.map(told)).toEqual([['email'], ['email'], ['email'], []]);
  });

  test('is a mail in any case when a booking or money depends on it', () => {
    const nothing = { ...defaultPreferences, email: false, billing: false };
    expect(channelsOf(planDeliveries({ category: 'billing', isRequired: true }, nothing, noon))).toEqual(['email']);
  });

  test('is no second mail where a fuller one is sent', () => {
    expect(channelsOf(planDeliveries({ category: 'account', hasOwnMail: true }, all, noon))).toEqual(['push', 'sms']);
  });

  test('gives the patience asked for before it goes out', () => {
    const [mail] = planDeliveries({ category: 'account', patienceMinutes: 10 }, all, noon);
    expect(mail?.dueMs).toBe(at('2026-12-01T12:10:00+08:00'));
  });

  test('belongs to the category of its type', () => {
    expect((['user', 'payment', 'system', 'security'] as const).map(categoryOf)).toEqual([
      'account',
      'billing',
      'system',
      'account',
    ]);
  });
});

describe('quiet hours', () => {
  test.each([
    ['21:59 in the evening goes out at once', '2026-12-01T21:59:59+08:00', '2026-12-01T21:59:59+08:00'],
    ['22:00 waits for the next morning', '2026-12-01T22:00:00+08:00', '2026-12-02T08:00:00+08:00'],
    ['01:30 at night waits for the same morning', '2026-12-02T01:30:00+08:00', '2026-12-02T08:00:00+08:00'],
    ['08:00 is no longer quiet', '2026-12-02T08:00:00+08:00', '2026-12-02T08:00:00+08:00'],
  ])('%s', (_, now, due) => {
    expect(afterQuietHours(zone, at(now))).toBe(at(due));
  });

  test('hold up push and SMS, never mail', () => {
    const night = { nowMs: at('2026-12-01T23:00:00+08:00'), zone };
    const planned = planDeliveries({ category: 'account' }, all, night);
    const morning = at('2026-12-02T08:00:00+08:00');
    expect(planned).toEqual([
      { channel: 'email', dueMs: night.nowMs },
      { channel: 'push', dueMs: morning },
      { channel: 'sms', dueMs: morning },
    ]);
  });

  test('hold nothing up for more than a night, and end at a time that is not quiet', () => {
    const instant = fc.integer({ min: at('2010-01-01T00:00Z'), max: at('2099-12-31T00:00Z') });
    const zones = fc.constantFrom(zone, 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe');
    fc.assert(
      fc.property(instant, zones, (nowMs, where) => {
        const dueMs = afterQuietHours(where, nowMs);
        expect(isQuiet(where, dueMs)).toBe(false);
        expect(dueMs).toBeGreaterThanOrEqual(nowMs);
        expect(dueMs - nowMs).toBeLessThanOrEqual(11.5 * 3_600_000);
        if (dueMs !== nowMs) expect(localMinuteOf(where, dueMs)).toBe(480);
      }),
    );
  });
});
