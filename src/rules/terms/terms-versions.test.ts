import { expect, test } from 'vitest';
import { localDayOf } from '../time/local-time.ts';
import { type TermsVersion, termsChangesSince, termsInForce, termsVersions } from './terms-versions.ts';

const versions: [TermsVersion, ...TermsVersion[]] = [
  { version: 1, fromMs: 1000, changes: [] },
  { version: 2, fromMs: 2000, changes: ['Moving is free three times.'] },
  { version: 3, fromMs: 3000, changes: ['Payouts go out daily.'] },
];

test.each([
  [0, 1],
  [1000, 1],
  [1999, 1],
  [2000, 2],
  [9000, 3],
])('at %i version %i is in force', (nowMs, version) => {
  expect(termsInForce(nowMs, versions).version).toBe(version);
});

test('what is new is everything since the version agreed to, and nothing to who agreed to none', () => {
  expect(termsChangesSince(9000, 1, versions)).toEqual(['Moving is free three times.', 'Payouts go out daily.']);
  expect(termsChangesSince(2500, 1, versions)).toEqual(['Moving is free three times.']);
  expect(termsChangesSince(9000, 3, versions)).toEqual([]);
  expect(termsChangesSince(9000, undefined, versions)).toEqual([]);
});

test('the versions are numbered and dated in order, from a local midnight, and say what is new', () => {
  termsVersions.forEach(({ version, fromMs, changes }, place) => {
    expect(version).toBe(place + 1);
    expect(fromMs).toBeGreaterThan(termsVersions[place - 1]?.fromMs ?? 0);
    expect(localDayOf('Asia/Singapore', fromMs)).toBe(localDayOf('Asia/Singapore', fromMs - 1) + 1);
    expect(changes.length > 0).toBe(place > 0);
  });
});
