import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { openForeignWork } from '#support/open-foreign-work.ts';
import { type BusyAnswer, parseBusyTimes } from './parse-busy-times.ts';
import { readApart } from './read-apart.ts';

const foreignWork = openForeignWork();
afterAll(() => foreignWork.close());

const zone = 'Asia/Singapore';
const span = { fromMs: Date.parse('2026-11-20T00:00:00Z'), toMs: Date.parse('2027-05-20T00:00:00Z') };

const calendar = (...lines: string[]) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${lines.join('\r\n')}\r\nEND:VCALENDAR\r\n`;
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
const read = (text: string) => parseBusyTimes({ text, zone, owners: [], ...span });
const times = (answer: BusyAnswer) =>
  answer.ok
    ? answer.spans.map(({ startMs, endMs }) =>
        [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(5, 16)).join('/'),
      )
    : answer.problem;

const nzZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Two hours east',
  'BEGIN:STANDARD',
  'DTSTART:16010101T000000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0200',
  'END:STANDARD',
  'END:VTIMEZONE',
];

describe('when a calendar says its owner is busy', () => {
  test.each<[what: string, lines: string[], expected: string[]]>([
    ['a time in UTC', ['DTSTART:20261201T020000Z', 'DTEND:20261201T030000Z'], ['12-01T02:00/12-01T03:00']],
    ['a time without a zone is the owner’s', ['DTSTART:20261201T100000', 'DURATION:PT1H'], ['12-01T02:00/12-01T03:00']],
    [
      'a zone that IANA knows',
      ['DTSTART;TZID=Europe/London:20261201T100000', 'DURATION:PT30M'],
      ['12-01T10:00/12-01T10:30'],
    ],
    [
      'a zone that nobody describes is the owner’s',
      ['DTSTART;TZID=Customized Time Zone:20261201T100000', 'DURATION:PT1H'],
      ['12-01T02:00/12-01T03:00'],
    ],
    [
      'a zone that the file describes',
      ['DTSTART;TZID=Two hours east:20261201T100000', 'DURATION:PT1H'],
      ['12-01T08:00/12-01T09:00'],
    ],
    ['a whole day', ['DTSTART;VALUE=DATE:20261201'], ['11-30T16:00/12-01T16:00']],
    ['two whole days', ['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261203'], ['11-30T16:00/12-02T16:00']],
    [
      'a whole day whose end is its start',
      ['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261201'],
      ['11-30T16:00/12-01T16:00'],
    ],
    ['what was cancelled', ['DTSTART:20261201T020000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'], []],
    ['what takes no time', ['DTSTART:20261201T020000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'], []],
    ['what Outlook says is free', ['DTSTART:20261201T020000Z', 'DURATION:PT1H', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
    ['what has no length', ['DTSTART:20261201T020000Z'], []],
    ['what is over long ago', ['DTSTART:20200101T020000Z', 'DURATION:PT1H'], []],
    ['a lesson of ours', ['UID:abc123abc123abc@kerbside', 'DTSTART:20261201T020000Z', 'DURATION:PT1H'], []],
    [
      'repetitions but for exceptions',
      ['DTSTART:20261201T020000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20261202T020000Z'],
      ['12-01T02:00/12-01T03:00', '12-03T02:00/12-03T03:00', '12-04T02:00/12-04T03:00'],
    ],
    [
      'an exception that is a date',
      [
        'DTSTART;TZID=Asia/Singapore:20261201T100000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=2',
        'EXDATE;VALUE=DATE:20261201',
      ],
      ['12-02T02:00/12-02T03:00'],
    ],
    [
      'an end in UTC of times of a zone',
      ['DTSTART;TZID=America/New_York:20261201T200000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20261203T010000Z'],
      ['12-02T01:00/12-02T02:00', '12-03T01:00/12-03T02:00'],
    ],
    [
      'the clock of the zone where it changes',
      ['DTSTART;TZID=Europe/London:20270327T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'],
      ['03-27T09:00/03-27T10:00', '03-28T08:00/03-28T09:00'],
    ],
    [
      'a series that began years ago and has no end',
      ['DTSTART:20190107T020000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=7'],
      [
        '12-07T02:00/12-07T03:00',
        '01-07T02:00/01-07T03:00',
        '02-07T02:00/02-07T03:00',
        '03-07T02:00/03-07T03:00',
        '04-07T02:00/04-07T03:00',
        '05-07T02:00/05-07T03:00',
      ],
    ],
    [
      'times that were added',
      [
        'DTSTART:20261201T020000Z',
        'DURATION:PT1H',
        'RDATE:20261205T020000Z',
        'RDATE;VALUE=PERIOD:20261206T020000Z/PT2H',
      ],
      ['12-01T02:00/12-01T03:00', '12-05T02:00/12-05T03:00', '12-06T02:00/12-06T04:00'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(times(read(calendar(...nzZone, event(...lines))))).toEqual(expected);
  });

  test('a repetition that was moved by itself, and one that was called off', () => {
    const series = event('UID:a', 'DTSTART:20261201T020000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3');
    const moved = event('UID:a', 'RECURRENCE-ID:20261202T020000Z', 'DTSTART:20261202T050000Z', 'DURATION:PT1H');
    const off = event(
      'UID:a',
      'RECURRENCE-ID:20261203T020000Z',
      'DTSTART:20261203T020000Z',
      'DURATION:PT1H',
      'STATUS:CANCELLED',
    );
    expect(times(read(calendar(series, moved, off)))).toEqual(['12-01T02:00/12-01T03:00', '12-02T05:00/12-02T06:00']);
  });

  test('of an event that makes no sense nothing, but it is counted', () => {
    const sound = event('DTSTART:20261201T020000Z', 'DURATION:PT1H');
    const answer = read(calendar(event('SUMMARY:x'), event('DTSTART:tomorrow', 'DURATION:PT1H'), sound));
    expect(answer).toMatchObject({ ok: true, unread: 2 });
    expect(times(answer)).toEqual(['12-01T02:00/12-01T03:00']);
  });

  test('times that touch are one', () => {
    const one = event('DTSTART:20261201T020000Z', 'DURATION:PT1H');
    const next = event('DTSTART:20261201T030000Z', 'DURATION:PT1H');
    expect(times(read(calendar(one, next, one)))).toEqual(['12-01T02:00/12-01T04:00']);
  });
});

describe('files of others', () => {
  const folder = new URL('../../../../test/data/ics/', import.meta.url);
  const files = (kind: string) =>
    readdirSync(new URL(`${kind}/`, folder)).map((name) => [
      name,
      readFileSync(new URL(`${kind}/${name}`, folder), 'utf8'),
    ]);

  // Some of them are the inside of a calendar only.
  const whole = (text = '') => (text.startsWith('BEGIN:VCALENDAR') ? text : calendar(text.trimEnd()));

  test.each([...files('valid'), ...files('compat')])('%s is read', (_, text) => {
    expect(read(whole(text))).toMatchObject({ ok: true });
  });

  test.each(files('invalid'))('%s is refused, or takes no time', (_, text) => {
    const answer = read(whole(text));
    expect(answer.ok ? answer.spans : answer.problem).toEqual(answer.ok ? [] : 'not_a_calendar');
  });

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><html><body>Sign in</body></html>'],
    ['a card', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:x\r\nEND:VCARD\r\n'],
    ['zeros', '\0'.repeat(1000)],
  ])('%s is no calendar', (_, text) => {
    expect(read(text)).toEqual({ ok: false, problem: 'not_a_calendar' });
  });
});

describe('files that were made to harm', () => {
  const hostile = (...lines: string[]) => calendar(event('DTSTART:20200101T000000Z', 'DURATION:PT1S', ...lines));
  const dates = Array.from({ length: 100_001 }, (_, index) =>
    new Date(span.fromMs + index * 90_000).toISOString().replace(/[-:]|\.\d+/g, ''),
  );

  test.each([
    ['a repetition every second without end', hostile('RRULE:FREQ=SECONDLY')],
    ['a repetition every minute', hostile('RRULE:FREQ=MINUTELY')],
    ['one every hour from long ago', calendar(event('DTSTART:19000101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=HOURLY'))],
    ['a hundred thousand added times', hostile(`RDATE:${dates.join(',')}`)],
    [
      'a hundred thousand events',
      calendar(dates.map((date) => event(`DTSTART:${date}`, 'DURATION:PT1M')).join('\r\n')),
    ],
  ])('%s is refused as too much', (_, text) => {
    expect(read(text)).toEqual({ ok: false, problem: 'too_many_events' });
  });

  test.each([
    ['a day that never comes', hostile('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')],
    ['a rule of nonsense', hostile('RRULE:FREQ=DAILY;BYMONTH=99;INTERVAL=0')],
    [
      'a zone that never ends',
      calendar(
        'BEGIN:VTIMEZONE',
        'TZID:x',
        'BEGIN:STANDARD',
        'DTSTART:16010101T000000',
        'TZOFFSETFROM:+0000',
        'TZOFFSETTO:+0100',
        'RRULE:FREQ=SECONDLY',
        'END:STANDARD',
        'END:VTIMEZONE',
        event('DTSTART;TZID=x:20261201T000000', 'DURATION:PT1H'),
      ),
    ],
    ['a million brackets', 'BEGIN:VCALENDAR\r\n'.repeat(100_000)],
  ])('%s ends in time', async (_, text) => {
    const answer = await readApart({ foreignWork }, { text, zone, owners: [], ...span }, { withinMs: 400 });
    // At most the one day that the reader took the impossible one for.
    expect(answer.ok ? answer.spans.length : 0).toBeLessThan(2);
  });

  test('a small file after one that had no end is read', async () => {
    const text = calendar(event('DTSTART:20261201T020000Z', 'DURATION:PT1H'));
    expect(times(await readApart({ foreignWork }, { text, zone, owners: [], ...span }))).toEqual([
      '12-01T02:00/12-01T03:00',
    ]);
  });
});
