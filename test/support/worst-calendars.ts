import { compileSort } from '#engine/filters/compile-sort.ts';
import { compileSql } from '#engine/filters/compile-sql.ts';
import { parseBusyTimes } from '#marketplace/teaching/outside-calendars/parse-busy-times.ts';
import type { Parser, Shape } from './worst-inputs.ts';

const calendarStart = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n';
const eventStart = 'BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261124T010000Z\r\nDTEND:20261124T020000Z\r\n';
const calendarEnd = 'END:VCALENDAR\r\n';
const inEvent = (again: string): Shape => [`${calendarStart}${eventStart}`, again, `\r\nEND:VEVENT\r\n${calendarEnd}`];

/** Records with a relation to themselves, as far as a sort looks at them. */
const sorted = {
  id: 'c',
  name: 'c',
  type: 'base',
  fields: [
    { id: 'a', name: 'a', type: 'text', hidden: false },
    { id: 'j', name: 'j', type: 'json', hidden: false },
    { id: 'r', name: 'r', type: 'relation', hidden: false, collectionId: 'c', maxSelect: 1 },
  ],
};
const sorting = {
  engine: { collections: { find: () => sorted, all: () => [sorted] }, settings: { current: () => ({}) } } as never,
  question: { collection: sorted as never, request: { auth: null } as never, mode: 'superuser' as const },
};

/** Readers of the sort of a list and of outside calendars. */
export const calendarAndSort: readonly Parser[] = [
  {
    name: 'sort',
    read: (sort) => compileSort(sorting.engine, { ...sorting.question, sort }).map(compileSql),
    shapes: [
      'a,',
      '-a,',
      ',',
      ' ',
      '+',
      '-',
      'a',
      '.',
      'r.',
      'j.',
      '@random,',
      'r.a,',
      ['', ' ,', 'a'],
      ['', 'r.', 'a'],
    ],
  },
  {
    name: 'calendar file',
    read: (text) =>
      parseBusyTimes({ text, zone: 'Asia/Singapore', owners: [], fromMs: 1_795_000_000_000, toMs: 1_810_000_000_000 }),
    shapes: [
      ...['BEGIN:VCALENDAR\r\n', 'BEGIN:VEVENT\r\n', '\r\n ', 'A', ':', ';', '"', '\r\n'],
      [calendarStart, `${eventStart}END:VEVENT\r\n`, calendarEnd],
      [calendarStart, 'BEGIN:VEVENT\r\n', calendarEnd],
      [calendarStart, 'END:VEVENT\r\n', calendarEnd],
      [calendarStart, 'BEGIN:VTIMEZONE\r\nTZID:x\r\nEND:VTIMEZONE\r\n', calendarEnd],
      [`${calendarStart}X-A:`, 'a\r\n ', `\r\n${calendarEnd}`],
      [`${calendarStart}X-A`, ';B=1', `:1\r\n${calendarEnd}`],
      [`${calendarStart}X-A;B=`, '"1",', `"1":1\r\n${calendarEnd}`],
      inEvent('X-A:1\r\n'),
      inEvent('EXDATE:20261124T010000Z\r\n'),
      inEvent('RDATE:20261124T010000Z\r\n'),
      inEvent('BEGIN:VALARM\r\nEND:VALARM\r\n'),
      [`${calendarStart}${eventStart}EXDATE:`, '20261124T010000Z,', `20261124T010000Z\r\nEND:VEVENT\r\n${calendarEnd}`],
      [`${calendarStart}${eventStart}SUMMARY:`, '\\,', `\r\nEND:VEVENT\r\n${calendarEnd}`],
      [`${calendarStart}${eventStart}RRULE:FREQ=DAILY;BYMINUTE=`, '1,', `1\r\nEND:VEVENT\r\n${calendarEnd}`],
    ],
  },
];
