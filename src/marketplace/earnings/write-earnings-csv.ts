import { dateText, localDayOf, localMinuteOf } from '#rules/time/local-time.ts';
import { dollars, writeCsv } from '../csv/write-csv.ts';
import type { Earning } from './earned-lessons.ts';

const header = [
  'Date',
  'Start',
  'Minutes',
  'Learner',
  'Lesson status',
  'Price (S$)',
  'Platform fee (S$)',
  'Yours (S$)',
  'State',
  'Lesson',
];

/** Earnings as a file for a spreadsheet, in the instructor's local time. */
export function writeEarningsCsv(earnings: readonly Earning[], zone: string): string {
  return writeCsv(
    header,
    earnings.map((earning) => [
      dateText(localDayOf(zone, earning.startMs)),
      clockText(localMinuteOf(zone, earning.startMs)),
      earning.durationMinutes,
      earning.learnerName,
      earning.status.replaceAll('_', ' '),
      dollars(earning.grossCents),
      dollars(earning.feeCents),
      dollars(earning.netCents),
      earning.state,
      earning.lesson,
    ]),
  );
}

function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
