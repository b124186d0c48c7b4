import { dateText, localDayOf, localMinuteOf } from '#rules/time/local-time.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import { dollars, writeCsv } from '../csv/write-csv.ts';
import type { Earning } from './earned-lessons.ts';

/** Earnings as a file for a spreadsheet, in the instructor's local time; the columns' names in the reader's language. */
export function writeEarningsCsv(
  earnings: readonly Earning[],
  { zone, language }: { zone: string; language: string },
): string {
  const texts = exportsIn(language);
  return writeCsv(
    [
      texts.date,
      texts.start,
      texts.minutes,
      texts.learner,
      texts.lessonStatus,
      texts.price,
      texts.platformFee,
      texts.yours,
      texts.state,
      texts.lesson,
    ],
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
