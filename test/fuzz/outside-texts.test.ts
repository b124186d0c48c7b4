import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MalformedXml } from '#engine/xml/parse-xml.ts';
import { readBankCsv } from '#marketplace/money/bank/read-bank-csv.ts';
import { parsePropfind, parseReport } from '#marketplace/teaching/calendar/caldav/parse-dav-request.ts';
import { type BusyAnswer, parseBusyTimes } from '#marketplace/teaching/outside-calendars/parse-busy-times.ts';
import { dateText, parseDate } from '#rules/time/local-time.ts';
import { runs } from '#support/runs.ts';
import { tears, torn } from './tear.ts';

const often = runs(300);
const timeout = 14_400_000;

/** These texts, half of them torn. */
function textsOf(parts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(parts, fc.oneof(fc.constant([]), tears))
    .map(([whole, changes]) => torn(Buffer.from(whole), changes).toString());
}

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '"', "'", ';', ':', ',', '\\n', '\r\n', '\0', '\ufeff', '1e99', '-1', 'NaN'),
);

// What strangers' calendars are made of.
const when = fc.constantFrom(
  ...[
    '20261124T010000Z',
    '20261124T010000',
    '20261124',
    '20261131T250000Z',
    '00000000T000000',
    '99991231T235959Z',
    '20261124T010000Z,20261125T010000Z',
    '20261124T010000Z/PT1H',
    '20261124T010000Z/20261123T010000Z',
  ],
);
const lasting = fc.constantFrom('PT1H', 'P1D', 'P1W', '-PT1H', 'PT0S', 'P99999999D', 'PT', 'x');
const zoned = fc.constantFrom(
  '',
  ';TZID=Asia/Singapore',
  ';TZID=Nowhere/Else',
  ';TZID=Own',
  ';VALUE=DATE',
  ';X="a;b:c"',
);
const rule = fc
  .record({
    FREQ: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'SECONDLY', 'NEVER'),
    INTERVAL: fc.constantFrom('', '', '', '0', '1', '2', '-1', '1000000'),
    COUNT: fc.constantFrom('', '', '', '0', '1', '10', '1000000'),
    UNTIL: fc.constantFrom('', '', '', '20270101', '20270101T000000Z', '19700101'),
    BYDAY: fc.constantFrom('', '', '', 'MO,TU', '-1SU', '53MO', 'XX'),
    BYMONTHDAY: fc.constantFrom('', '', '', '31', '-1', '30', '0'),
    BYMONTH: fc.constantFrom('', '', '', '2', '1,7', '13'),
    BYSETPOS: fc.constantFrom('', '', '', '-1', '366'),
    WKST: fc.constantFrom('', '', '', 'SU', 'QQ'),
  })
  .map((parts) =>
    Object.entries(parts)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}=${value}`)
      .join(';'),
  );
const line = fc.oneof(
  fc
    .tuple(fc.constantFrom('DTSTART', 'DTEND', 'EXDATE', 'RDATE', 'RECURRENCE-ID'), zoned, when)
    .map(([a, b, c]) => `${a}${b}:${c}`),
  lasting.map((text) => `DURATION:${text}`),
  rule.map((text) => `RRULE:${text}`),
  fc.constantFrom(
    'TRANSP:TRANSPARENT',
    'STATUS:CANCELLED',
    'UID:1',
    'UID:2',
    'SUMMARY:a\r\n b',
    'BEGIN:VALARM\r\nEND:VALARM',
  ),
  odd.map((text) => `X-A:${text}`),
);
const event = fc
  .array(line, { maxLength: 7 })
  .map((lines) => ['BEGIN:VEVENT', 'DTSTART:20261124T010000Z', ...lines, 'END:VEVENT'].join('\r\n'));
const zone =
  'BEGIN:VTIMEZONE\r\nTZID:Own\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0800\r\nTZOFFSETTO:+0900\r\nEND:STANDARD\r\nEND:VTIMEZONE';
const calendars = textsOf(
  fc
    .array(fc.oneof({ weight: 4, arbitrary: event }, { weight: 1, arbitrary: fc.constant(zone) }), { maxLength: 4 })
    .map((parts) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n')),
);

// As the product's worker is: a calendar that would be read for ever is given up.
const reading = createContext({ read: undefined as unknown });
const script = new Script('read()');
function readFor(ms: number, text: string, span: { fromMs: number; toMs: number }): BusyAnswer | 'given up' {
  reading.read = () => parseBusyTimes({ text, zone: 'Asia/Singapore', owners: [], ...span });
  try {
    return script.runInContext(reading, { timeout: ms }) as BusyAnswer;
  } catch (error) {
    // Of the other context, and so no Error of this one.
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'given up';
    throw error;
  }
}

test('a stranger’s calendar is read into times of the span that was asked for, or is said to be none', {
  timeout,
}, () => {
  const span = { fromMs: Date.parse('2026-11-20T00:00:00Z'), toMs: Date.parse('2027-05-20T00:00:00Z') };
  const seen = { ok: 0, none: 0, 'given up': 0 };
  fc.assert(
    fc.property(calendars, (text) => {
      const answer = readFor(100, text, span);
      if (answer === 'given up' || !answer.ok) {
        seen[answer === 'given up' ? answer : 'none'] += 1;
        return;
      }
      seen.ok += 1;
      let lastMs = span.fromMs - 1;
      for (const { startMs, endMs } of answer.spans) {
        expect(startMs).toBeGreaterThan(lastMs);
        expect(endMs).toBeGreaterThan(startMs);
        lastMs = endMs;
      }
      expect(lastMs).toBeLessThanOrEqual(span.toMs);
      expect(answer.unread).toBeGreaterThanOrEqual(0);
    }),
    often,
  );
  process.stdout.write(`${JSON.stringify(seen)}\n`);
});

// What calendar programs send.
const mostly = (usual: fc.Arbitrary<string>, bad: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: bad });
const name = mostly(
  fc.constantFrom(
    ...['propfind', 'prop', 'allprop', 'propname', 'getetag', 'href', 'c:calendar-query', 'c:calendar-multiget'],
    ...['c:filter', 'c:comp-filter', 'c:time-range', 'c:prop-filter'],
  ),
  fc.constantFrom('x:a', 'a:b:c', ''),
);
const attribute = mostly(
  fc.constantFrom('', ' name="VCALENDAR"', ' name="VEVENT"', ' start="20261201T000000Z"', ' xmlns:x="y"', ' xmlns=""'),
  fc.constantFrom(' end="2026"', ' a="1" a="2"', ' a', ' a=<'),
);
const within = mostly(
  fc.constantFrom('a', '/calendars/a.ics', '<![CDATA[a]]>', '<!--a-->', '&amp;', '<?a b?>'),
  fc.oneof(odd, fc.constantFrom('&b;', '&#0;', '<!DOCTYPE a [<!ENTITY b "c">]>')),
);
function elements(levels: number): fc.Arbitrary<string> {
  const part = levels === 0 ? within : fc.oneof({ weight: 3, arbitrary: elements(levels - 1) }, within);
  return fc
    .tuple(name, attribute, fc.array(part, { maxLength: 3 }))
    .map(([tag, given, parts]) => `<${tag}${given}>${parts.join('')}</${tag}>`);
}
const requests = textsOf(
  fc
    .tuple(
      fc.constantFrom('propfind', 'c:calendar-query', 'c:calendar-multiget'),
      fc.array(elements(4), { maxLength: 3 }),
    )
    .map(
      ([root, parts]) => `<${root} xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${parts.join('')}</${root}>`,
    ),
);

test('what a calendar program asks is understood, or refused as no such XML', { timeout }, () => {
  const seen = { read: 0, refused: 0 };
  fc.assert(
    fc.property(requests, fc.constantFrom(parsePropfind, parseReport), (text, parse) => {
      try {
        expect(parse(text)).toBeDefined();
        seen.read += 1;
      } catch (error) {
        if (!(error instanceof MalformedXml)) throw error;
        seen.refused += 1;
      }
    }),
    often,
  );
  process.stdout.write(`${JSON.stringify(seen)}\n`);
});

// What banks export.
const cell = fc.oneof(
  odd,
  fc.constantFrom(
    '2026-11-18',
    '18/11/2026',
    '18-Nov-2026',
    '31 Feb 26',
    '99/99/9999',
    '1,234.50',
    'S$66.00',
    '66.00 CR',
    '5 DR',
    '-5',
  ),
  fc.constantFrom('99999999999999999999', '0.001', 'KB-AB12CD', 'Total', '"a,b"', '"a""b"', '"open', '\r', '\n'),
);
const head = fc.constantFrom(
  'Transaction Date,Deposit,Text',
  'Date,Amount,Balance,Ref',
  'Date;Credit',
  'Value Date,Credit,Debit,Ref 1,Ref 2',
  '',
);
const booked = fc.tuple(
  fc.constantFrom('2026-11-18', '18/11/2026', '18-Nov-2026', '29 Feb 28'),
  fc.constantFrom('66.00', 'S$1,066.00', '21474836.47', '0.01 CR'),
  cell,
);
const row = fc.oneof(booked, fc.array(cell, { maxLength: 6 }));
const statements = textsOf(
  fc
    .tuple(fc.array(cell, { maxLength: 2 }), head, fc.array(row, { maxLength: 6 }))
    .map(([about, columns, rows]) => [...about, columns, ...rows.map((cells) => cells.join(','))].join('\n')),
);

test('a bank’s statement is read into money that came in on a day, or its faults are said', { timeout }, () => {
  const seen = { lines: 0, faults: 0 };
  fc.assert(
    fc.property(statements, (text) => {
      const { lines, faults } = readBankCsv(text);
      for (const { line: place, date, amountCents, text: said, balanceCents = 0 } of lines) {
        expect(Number.isSafeInteger(amountCents) && amountCents > 0 && amountCents <= 2_147_483_647).toBe(true);
        expect(Number.isSafeInteger(balanceCents)).toBe(true);
        const parsed = parseDate(date);
        expect(parsed && dateText(parsed)).toBe(date);
        expect(said.length).toBeLessThanOrEqual(1000);
        expect(place).toBeGreaterThan(0);
      }
      for (const { line: place } of faults) expect(place).toBeGreaterThan(0);
      seen.lines += lines.length;
      seen.faults += faults.length;
    }),
    often,
  );
  process.stdout.write(`${JSON.stringify(seen)}\n`);
});
