import { describe, expect, test } from 'vitest';
import { parsePropfind, parseReport } from './parse-dav-request.ts';

const caldav = 'urn:ietf:params:xml:ns:caldav';
const query = (filter: string) =>
  `<?xml version="1.0"?><C:calendar-query xmlns:C="${caldav}" xmlns:D="DAV:"><D:prop><D:getetag/><C:calendar-data/></D:prop>${filter}</C:calendar-query>`;
const events = (inner = '') =>
  `<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${inner}</C:comp-filter></C:comp-filter></C:filter>`;

describe('what a calendar program asks', () => {
  test('is all where it sends nothing, or what it names, by any prefix', () => {
    expect(parsePropfind('')).toBe('all');
    expect(parsePropfind('<propfind xmlns="DAV:"><allprop/></propfind>')).toBe('all');
    expect(parsePropfind('<x:propfind xmlns:x="DAV:"><x:propname/></x:propfind>')).toBe('names');
    expect(
      parsePropfind(`<x:propfind xmlns:x="DAV:"><x:prop><x:owner/><a xmlns="${caldav}"/></x:prop></x:propfind>`),
    ).toEqual([
      { uri: 'DAV:', local: 'owner' },
      { uri: caldav, local: 'a' },
    ]);
    expect(() => parsePropfind('<propfind><allprop/></propfind>')).toThrow('It is no propfind.');
  });

  test('may be events of a time, with one end or both', () => {
    const [fromMs, toMs] = [Date.parse('2026-12-01T00:00:00Z'), Date.parse('2027-01-01T00:00:00Z')];
    const range = (attributes: string) => parseReport(query(events(`<C:time-range ${attributes}/>`)));
    expect(range('start="20261201T000000Z" end="20270101T000000Z"')).toMatchObject({ range: { fromMs, toMs } });
    expect(range('start="20261201T000000Z"')).toMatchObject({ range: { fromMs, toMs: Number.POSITIVE_INFINITY } });
    for (const time of ['2026-12-01', '20261301T000000Z', '20261201T000000']) {
      expect(() => range(`start="${time}"`)).toThrow('A time range has no UTC time.');
    }
    expect(parseReport(query(events()))).toMatchObject({ kind: 'query', isOfEvents: true, range: undefined });
  });

  test('finds nothing where it wants tasks, and is refused where it filters by more than a time', () => {
    expect(parseReport(query(events().replace('VEVENT', 'VTODO')))).toMatchObject({ isOfEvents: false });
    const supportedFilter = { kind: 'unsupported', condition: { uri: caldav, local: 'supported-filter' } };
    for (const filter of [
      '',
      '<C:filter/>',
      events('<C:prop-filter name="UID"/>'),
      events('<C:time-range/><C:prop-filter name="UID"/>'),
    ]) {
      expect(parseReport(query(filter))).toEqual(supportedFilter);
    }
  });
});
