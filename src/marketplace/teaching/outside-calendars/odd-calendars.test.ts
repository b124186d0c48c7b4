import { describe, expect, test } from 'vitest';
import { parseBusyTimes } from './parse-busy-times.ts';

const zone = 'Asia/Singapore';
const span = { fromMs: Date.parse('2026-11-20T00:00:00Z'), toMs: Date.parse('2027-05-20T00:00:00Z') };

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
const read = (text: string, owners: string[] = []) => {
  const answer = parseBusyTimes({ text, zone, owners, ...span });
  if (!answer.ok) return answer.problem;
  const times = answer.spans.map(({ startMs, endMs }) =>
    [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(5, 16)).join('/'),
  );
  return { times, questions: answer.questions.map(({ line, kind }) => `${line} ${kind}`) };
};
const plain = event('UID:plain', 'DTSTART:20261201T020000Z', 'DURATION:PT1H');
const itsTime = '12-01T02:00/12-01T03:00';
const series = (...lines: string[]) => event('UID:s', 'DURATION:PT1H', ...lines);

describe('what is damaged hides nothing else', () => {
  test.each<[what: string, text: string, questions: string[]]>([
    ['a byte order mark', `\ufeff${calendar(plain)}`, []],
    ['small letters', calendar(plain).toLowerCase(), []],
    ['lone line feeds', calendar(plain).replaceAll('\r\n', '\n'), []],
    ['text after it', `${calendar(plain)}<p>Sent by\r\na mail server</p>\r\n`, ['9 line']],
    ['text before it', `Dear all\r\n${calendar(plain)}`, ['1 line']],
    ['a line without a colon', calendar(event('SUMMARY is broken', 'DTSTART:20261202T020000Z'), plain), ['4 line']],
    ['a quote that does not end', calendar(event('X;A="b:c', 'DTSTART:20261202T020000Z'), plain), ['4 line']],
    ['a start that is damaged', calendar(event('DTSTART20261202T020000Z', 'DURATION:PT1H'), plain), ['4 line']],
    ['a start that is none', calendar(event('DTSTART:tomorrow', 'DURATION:PT1H'), plain), ['4 event']],
    ['no start', calendar(event('SUMMARY:x'), plain), ['3 event']],
    [
      'an end before the start',
      calendar(event('DTSTART:20261202T020000Z', 'DTEND:20261202T010000Z'), plain),
      ['5 event'],
    ],
    ['an end of an event that is missing', calendar('BEGIN:VEVENT', 'SUMMARY:x', plain), ['3 event']],
    ['the end of the file', calendar(plain).replace('END:VCALENDAR\r\n', ''), ['1 line']],
    ['an end without a beginning', calendar('END:VTODO', plain), ['3 line']],
    ['what another calendar program writes in the middle', calendar('BEGIN:X-PART', 'X:1', 'END:X-PART', plain), []],
  ])('%s', (_, text, questions) => {
    expect(read(text)).toEqual({ times: [itsTime], questions });
  });

  test('a second calendar in the file, also where the first one does not end', () => {
    const other = calendar(event('UID:other', 'DTSTART:20261203T020000Z', 'DURATION:PT1H'));
    const both = { times: [itsTime, '12-03T02:00/12-03T03:00'], questions: [] };
    expect(read(calendar(plain) + other)).toEqual(both);
    expect(read(calendar(plain).replace('END:VCALENDAR\r\n', '') + other)).toEqual(both);
  });

  test('twenty questions are kept with their lines, and all are counted', () => {
    const text = calendar(...Array.from({ length: 30 }, () => event('DTSTART:x')));
    const answer = parseBusyTimes({ text, zone, owners: [], ...span });
    expect(answer).toMatchObject({ ok: true, unread: 30 });
    expect(answer.ok && answer.questions).toHaveLength(20);
  });

  test('a million parameters on a line are read in time', () => {
    expect(read(calendar(event(`X${';A=1'.repeat(1_000_000)}:1`), plain))).toMatchObject({ times: [itsTime] });
  });
});

describe('the zone of a time', () => {
  const at = (lines: string[], head: string[] = []) => read(calendar(...head, event(...lines, 'DURATION:PT1H')));
  test.each([
    ['a name of Windows', 'DTSTART;TZID=Tokyo Standard Time:20261201T110000'],
    ['a name of Windows in quotes', 'DTSTART;TZID="W. Europe Standard Time":20261201T030000'],
    ['a path', 'DTSTART;TZID=/freeassociation.sourceforge.net/Asia/Singapore:20261201T100000'],
    ['a longer path', 'DTSTART;TZID=/softwarestudio.org/Olson_20011030_5/America/New_York:20261130T210000'],
    ['a path to a name of three parts', 'DTSTART;TZID=/x.org/America/Argentina/Buenos_Aires:20261130T230000'],
  ])('%s', (_, line) => {
    expect(at([line])).toEqual({ times: [itsTime], questions: [] });
  });

  test('of a floating one is what the calendar says of itself', () => {
    const head = ['X-WR-TIMEZONE:Asia/Tokyo'];
    expect(at(['DTSTART:20261201T110000'], head)).toEqual({ times: [itsTime], questions: [] });
    expect(at(['DTSTART;TZID=Asia/Singapore:20261201T100000'], head)).toEqual({ times: [itsTime], questions: [] });
  });

  test('that nobody knows is asked about once, and taken for the owner’s', () => {
    const line = 'DTSTART;TZID=Moon/Crater:20261201T100000';
    const twice = read(calendar(event(line, 'DURATION:PT1H'), event(line, 'DURATION:PT1H')));
    expect(twice).toEqual({ times: [itsTime], questions: ['4 zone'] });
  });
});

describe('repetitions', () => {
  const weekly = ['DTSTART;TZID=Asia/Singapore:20261201T100000', 'RRULE:FREQ=WEEKLY;COUNT=3'];
  const [first, second, third] = [itsTime, '12-08T02:00/12-08T03:00', '12-15T02:00/12-15T03:00'];

  test.each([
    ['in UTC', 'EXDATE:20261208T020000Z'],
    ['in another zone', 'EXDATE;TZID=Europe/London:20261208T020000'],
    ['as a day', 'EXDATE;VALUE=DATE:20261208'],
    ['without a zone', 'EXDATE:20261208T100000'],
    ['of a zone by a name of Windows', 'EXDATE;TZID=Singapore Standard Time:20261208T100000'],
  ])('but for an exception that is written %s', (_, line) => {
    expect(read(calendar(series(...weekly, line)))).toEqual({ times: [first, third], questions: [] });
  });

  test.each([
    ['with a time', 'EXDATE:20261202T000000'],
    ['in UTC, at the owner’s midnight', 'EXDATE:20261201T160000Z'],
    ['at midnight of UTC', 'EXDATE:20261202T000000Z'],
  ])('of whole days but for an exception %s', (_, line) => {
    const days = event('UID:d', 'DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;COUNT=3', line);
    expect(read(calendar(days))).toEqual({
      times: ['11-30T16:00/12-01T16:00', '12-02T16:00/12-03T16:00'],
      questions: [],
    });
  });

  test.each([
    ['in UTC', 'RECURRENCE-ID:20261208T020000Z'],
    ['as a day', 'RECURRENCE-ID;VALUE=DATE:20261208'],
    ['in another zone', 'RECURRENCE-ID;TZID=Europe/London:20261208T020000'],
    ['without a zone', 'RECURRENCE-ID:20261208T100000'],
  ])('one of which moved, named %s', (_, line) => {
    const moved = series(line, 'DTSTART:20261209T050000Z');
    const times = [first, '12-09T05:00/12-09T06:00', third];
    expect(read(calendar(series(...weekly), moved))).toEqual({ times, questions: [] });
  });

  test('that move from one on, called off from one on, or follow another rule from one on', () => {
    const from = (...lines: string[]) =>
      read(calendar(series(...weekly), event('UID:s', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261208T020000Z', ...lines)));
    expect(from('DTSTART;TZID=Asia/Singapore:20261209T120000', 'DURATION:PT2H')).toEqual({
      times: [first, '12-09T04:00/12-09T06:00', '12-16T04:00/12-16T06:00'],
      questions: [],
    });
    expect(from('DTSTART:20261208T020000Z', 'DURATION:PT1H', 'STATUS:CANCELLED')).toEqual({
      times: [first],
      questions: [],
    });
    const daily = from('DTSTART:20261208T020000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2');
    expect(daily).toEqual({ times: [first, second, '12-09T02:00/12-09T03:00'], questions: [] });
  });

  test('keep the hour of the wall where they move over a change of the clocks', () => {
    const london = ['DTSTART;TZID=Europe/London:20270320T090000', 'RRULE:FREQ=WEEKLY;COUNT=2'];
    const moved = series(
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20270320T090000Z',
      'DTSTART;TZID=Europe/London:20270321T100000',
    );
    expect(read(calendar(series(...london), moved))).toEqual({
      times: ['03-21T10:00/03-21T11:00', '03-28T09:00/03-28T10:00'],
      questions: [],
    });
  });

  test('begin with the first start, whatever the rule says of it', () => {
    const monday = series('DTSTART:20261201T020000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=1');
    expect(read(calendar(monday))).toEqual({ times: [first, '12-07T02:00/12-07T03:00'], questions: [] });
  });

  test.each(['FREQ=FORTNIGHTLY', 'FREQ=WEEKLY;BYDAY=XX', 'FREQ=WEEKLY;UNTIL=soon'])(
    'by a rule that nobody can follow (%s) are a question, and the first start counts',
    (rule) => {
      const answer = parseBusyTimes({
        text: calendar(series('DTSTART:20261201T020000Z', `RRULE:${rule}`)),
        zone,
        owners: [],
        ...span,
      });
      expect(answer).toMatchObject({
        questions: [{ line: 7, kind: 'repetition', startMs: Date.parse('2026-12-01T02:00:00Z') }],
      });
      expect(read(calendar(series('DTSTART:20261201T020000Z', `RRULE:${rule}`)))).toMatchObject({ times: [first] });
    },
  );

  test('of every birthday since 1950 are read at once', () => {
    const birthdays = Array.from({ length: 3000 }, (_, index) =>
      event(`UID:${index}`, 'DTSTART;VALUE=DATE:19500102', 'RRULE:FREQ=YEARLY', 'TRANSP:OPAQUE'),
    );
    expect(read(calendar(...birthdays))).toEqual({ times: ['01-01T16:00/01-02T16:00'], questions: [] });
  });
});

describe('whether an event takes time', () => {
  test('of several of one name the last version says', () => {
    const old = event('UID:v', 'SEQUENCE:1', 'DTSTART:20261205T020000Z', 'DURATION:PT1H');
    const last = event('UID:v', 'SEQUENCE:10', 'DTSTART:20261201T020000Z', 'DURATION:PT1H');
    expect(read(calendar(last, old))).toEqual({ times: [itsTime], questions: [] });
    expect(read(calendar(old) + calendar(last))).toEqual({ times: [itsTime], questions: [] });
  });

  test('not one that its owner declined, by the address of the account or of the calendar', () => {
    const declined = event(
      'DTSTART:20261202T020000Z',
      'DURATION:PT1H',
      'ATTENDEE;CN="Tan; Ann";PARTSTAT=DECLINED:MAILTO:Ann@Example.com',
      'ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@example.com',
    );
    expect(read(calendar(declined, plain), ['ann@example.com'])).toMatchObject({ times: [itsTime] });
    expect(read(calendar('X-WR-CALNAME:ann@example.com', declined, plain))).toMatchObject({ times: [itsTime] });
    expect(read(calendar(declined, plain), ['bo@example.com'])).toMatchObject({
      times: [itsTime, '12-02T02:00/12-02T03:00'],
    });
  });

  test('by what a calendar of times alone says', () => {
    const times = [
      'BEGIN:VFREEBUSY',
      'DTSTART:20261130T000000Z',
      'DTEND:20261231T000000Z',
      'FREEBUSY:20261201T020000Z/PT1H,20261203T020000Z/20261203T040000Z',
      'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261204T020000Z/PT1H',
      'FREEBUSY;FBTYPE=FREE:20261205T020000Z/PT1H',
      'FREEBUSY:nonsense',
      'END:VFREEBUSY',
    ];
    expect(read(calendar(...times))).toEqual({
      times: [itsTime, '12-03T02:00/12-03T04:00', '12-04T02:00/12-04T03:00'],
      questions: ['9 event'],
    });
  });
});

test('what is kept of a file says the same times and no word', () => {
  const text = calendar(
    'X-WR-TIMEZONE:Asia/Tokyo',
    event(
      'UID:ann@example.com',
      'SUMMARY:Dentist',
      'DTSTART:20261201T110000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=3',
    ),
    event('UID:ann@example.com', 'RECURRENCE-ID:20261208T110000', 'DTSTART:20261208T110000', 'STATUS:CANCELLED'),
    event('SUMMARY:Party', 'DTSTART;TZID="W. Europe Standard Time":20261203T030000', 'DURATION:PT1H', 'CLASS:PRIVATE'),
  );
  const answer = parseBusyTimes({ text, zone, owners: [], ...span, isKept: true });
  const kept = answer.ok ? answer.kept : '';
  expect(kept).not.toMatch(/dentist|party|ann|private/i);
  expect(read(kept)).toEqual(read(text));
});
