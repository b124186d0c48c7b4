import { readRanges } from '#engine/downloads/read-ranges.ts';
import { cookieLanguage, cookieTheme } from '#engine/http/page-cookies.ts';
import { parseTopic } from '#engine/realtime/topics.ts';
import { parseExpand } from '#engine/records/parse-expand.ts';
import { parseXml } from '#engine/xml/parse-xml.ts';
import { parseSearch } from '#marketplace/booking/search/parse-search.ts';
import { parsePropfind, parseReport } from '#marketplace/teaching/calendar/caldav/parse-dav-request.ts';
import type { Parser, Shape } from './worst-inputs.ts';

const asked = '<propfind xmlns="DAV:"><prop>';
const multiget = '<c:calendar-multiget xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">';
const xml: readonly Shape[] = [
  ...[
    '<',
    '<a>',
    '<a/>',
    '</a>',
    '<a ',
    '<!',
    '<!--',
    '<![CDATA[',
    '<?a',
    ' ',
    'a',
    '&',
    '&amp;',
    '&#65;',
    ']]>',
    '\r\n',
  ],
  ['<a>', '<b/>', '</a>'],
  ['<a>', '<b>c</b>', '</a>'],
  ['<a>', 'b', '</a>'],
  ['<a>', '&lt;', '</a>'],
  ['<a>', ']', '</a>'],
  ['<a>', '<![CDATA[b]]>', '</a>'],
  ['<a>', '<!--b-->', '</a>'],
  ['<a>', '<?b c?>', '</a>'],
  ['<a ', ' ', '/>'],
  ['<a b="', 'c', '"/>'],
  ['<a b="', '&amp;', '"/>'],
  ['<', 'a', '/>'],
  ['<a:', 'b', '/>'],
  ['<a xmlns:b="c">', '<b:d/>', '</a>'],
  ['<a xmlns="', 'b', '"/>'],
  [asked, '<getetag/>', '</prop></propfind>'],
  [asked, '<a xmlns="b"/>', '</prop></propfind>'],
  [multiget, '<href>/a</href>', '</c:calendar-multiget>'],
];

/** Reads one text as each parameter of a search. */
function searchBy(text: string): void {
  for (const name of ['q', 'area', 'postalCode', 'from', 'sort', 'licenceClass', 'maxHourlyCents', 'page']) {
    try {
      parseSearch({ [name]: text });
    } catch {
      // Refused, after it was read.
    }
  }
}

/** Readers of calls of programs and browsers: calendars, expands, streams, downloads, pages and searches. */
export const requestParts: readonly Parser[] = [
  { name: 'XML', read: parseXml, shapes: xml },
  { name: 'PROPFIND of a calendar program', read: parsePropfind, shapes: xml },
  { name: 'REPORT of a calendar program', read: parseReport, shapes: xml },
  {
    name: 'expand',
    read: parseExpand,
    shapes: [
      ...['a', 'a,', 'a.', ',', '.', ' ', ' ,', 'a(', 'a(b),', 'a_via_b.', 'a.b.c.d.e.f.g.h,', '(', ')'],
      ['', 'a.b,', 'c'],
      ['a', ' ', 'b'],
      ['a(', 'b', ')'],
    ],
  },
  {
    name: 'topic of a stream',
    read: parseTopic,
    shapes: [
      ...['a', '?', '/', 'a/*', 'a?options={}&', '%', '%7B', '&', '=', '*'],
      ['a/b?options={"query":{"', 'c', '":1}}'],
      ['a/b?options={"headers":{"', '-', '":1}}'],
      ['a/b?options=', '[', ''],
      ['a/b?options={"query":[', '1,', '1]}'],
      ['a/b?options={"headers":[', '1,', '1]}'],
      ['a/b?options=', '%22', ''],
    ],
  },
  {
    name: 'ranges of a file',
    read: (text) => readRanges(text, 1000),
    shapes: [
      ...['bytes=', ',', '-', '0-1,', ' '],
      ['bytes=', '0-1,', '0-1'],
      ['bytes=', ',', '0-1'],
      ['bytes=', '-1,', '-1'],
      ['bytes=', '5000-,', '0-1'],
      ['bytes=', ' ', '0-1'],
      ['bytes=0', ' ', '-1'],
      ['bytes=0-', ' ', 'x'],
      ['bytes=', '1', '-'],
      ['bytes=1-', '1', 'x'],
    ],
  },
  {
    name: 'cookies of a page',
    read: (text) => [cookieLanguage(text), cookieTheme(text)],
    shapes: [
      ...[
        ';',
        '; ',
        ' ',
        'a=b; ',
        'language=',
        'language=en',
        'theme=',
        'theme=dark',
        ';theme=dar',
        'language=e-;',
        '=',
      ],
      [';', ' ', 'theme=dark'],
      ['language=', 'a', ' '],
    ],
  },
  {
    name: 'search',
    read: searchBy,
    shapes: ['a', 'a ', ' ', 'é', '\u0301', '1', '-', '.', '2026-', '2026-01-01', 'T', ':', 'A-', '\t\n'],
  },
];
