import { platformZone } from '#rules/time/platform-zone.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import { timeCells } from '../../platform/exports/time-cells.ts';
import { type CsvValue, writeCsv } from '../../platform/exports/write-csv.ts';
import type { CountedRow, RowFigure } from './question-rows.store.ts';

type Cells = { header: string[]; of: (row: CountedRow) => CsvValue[] };

/** What a figure was counted from as a file for a spreadsheet, in Singapore's time; the columns' names in the reader's language. */
export function writeRowsCsv(figure: RowFigure, rows: readonly CountedRow[], language: string): string {
  const texts = exportsIn(language);
  const time = ({ atMs }: CountedRow) => (atMs === null ? ['', ''] : timeCells(platformZone, atMs));
  const rounded = ({ amount }: CountedRow) => (amount === null ? null : Math.round(amount * 10) / 10);
  const cells: Record<RowFigure, Cells> = {
    searches: {
      header: [texts.date, texts.area, texts.fromHour, texts.toHour, texts.foundNobody, texts.searches],
      of: (row) => [time(row)[0], row.name, row.fromHour, row.toHour, row.amount, row.of],
    },
    fill: {
      header: [texts.instructor, texts.status, texts.minutesTaken, texts.minutesOpen, texts.id],
      of: (row) => [row.name, row.detail, row.amount, row.of, row.id],
    },
    firstLesson: {
      header: [texts.learner, texts.date, texts.start, texts.daysWaited, texts.id],
      of: (row) => [row.name, ...time(row), rounded(row), row.id],
    },
    cancellations: {
      header: [texts.date, texts.time, texts.instructor, texts.by, texts.late, texts.reason, texts.lesson],
      of: (row) => [...time(row), row.name, row.by, row.isLate, row.detail, row.id],
    },
    leaving: {
      header: [texts.instructor, texts.status, texts.lastLesson, texts.start, texts.id],
      of: (row) => [row.name, row.detail, ...time(row), row.id],
    },
    cohort: {
      header: [texts.learner, texts.firstLesson, texts.start, texts.lessonsOfTheMonth, texts.id],
      of: (row) => [row.name, ...time(row), row.amount, row.id],
    },
  };
  const { header, of } = cells[figure];
  return writeCsv(header, rows.map(of));
}
