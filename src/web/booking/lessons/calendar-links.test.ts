import { expect, test } from 'vitest';
import { googleCalendarLink, mapLink, outlookCalendarLink } from './calendar-links.ts';

const entry = {
  title: 'Driving lesson with Ravi Chandran',
  start: '2026-12-05 02:00:00.000Z',
  end: '2026-12-05 03:30:00.000Z',
  place: 'Bedok MRT, exit B',
  details: 'SLB 4412 C & more',
};

test('the calendar links carry the instant in UTC and every word encoded', () => {
  const google = new URL(googleCalendarLink(entry));
  expect(google.searchParams.get('dates')).toBe('20261205T020000Z/20261205T033000Z');
  expect(google.searchParams.get('details')).toBe('SLB 4412 C & more');
  const outlook = new URL(outlookCalendarLink(entry));
  expect(outlook.searchParams.get('startdt')).toBe('2026-12-05T02:00:00.000Z');
  expect(outlook.searchParams.get('enddt')).toBe('2026-12-05T03:30:00.000Z');
});

test('the map link names the place with its postal code', () => {
  expect(new URL(mapLink('Blk 12, Bedok North', '460012')).searchParams.get('query')).toBe(
    'Blk 12, Bedok North, Singapore 460012',
  );
});
