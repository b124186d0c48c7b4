import { expect, test } from 'vitest';
import { bookingPath } from './booking-path.ts';
import { askAboutPath } from './help-paths.ts';
import { waitPath } from './learner-paths.ts';
import { entriesPath } from './money-paths.ts';
import { lessonsFoundPath } from './staff-paths.ts';

const askedBy = (path: string) => Object.fromEntries(new URL(path, 'https://kerbside.example').searchParams);

test('what is asked for arrives as it was said, whatever characters it has', () => {
  const subject = 'Tan & Söhne: 50% + "more"? #1 = 陈';
  expect(askedBy(askAboutPath({ subject, lesson: 'lesson000000001' }))).toEqual({ subject, lesson: 'lesson000000001' });
  expect(askedBy(lessonsFoundPath({ status: 'a+b&c' }))).toEqual({ status: 'a+b&c' });
});

test('what is not said is left out', () => {
  expect(entriesPath('fees', { id: '', from: '2026-11-01' })).toBe('/dashboard/entries?of=fees&from=2026-11-01');
  expect(waitPath({ area: '' })).toBe('/dashboard/waitlist?wait=1');
  expect(bookingPath({})).toBe('/dashboard/book-lesson');
});

test('a held lesson is found by itself, and a series before a lesson', () => {
  const start = '2026-11-23T01:00:00.000Z';
  const chosen = { instructor: 'instructor00001', start, durationMinutes: 60 };
  expect(askedBy(bookingPath(chosen))).toEqual({ ...chosen, durationMinutes: '60' });
  expect(askedBy(bookingPath({ ...chosen, lesson: 'lesson000000001' }))).toEqual({ lesson: 'lesson000000001' });
  expect(askedBy(bookingPath({ series: 'series000000001', lesson: 'lesson000000001' }))).toEqual({
    series: 'series000000001',
  });
});
