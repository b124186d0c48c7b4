import type { Engine } from '#engine/engine.ts';
import type { Compared, QuestionsAnswer, SearchCell } from '#wire/questions.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import { foldSums } from '../../platform/sums/fold-sums.ts';
import {
  countFill,
  countFirstLessons,
  countLeavers,
  countReasons,
  findBeginnings,
  listCohorts,
  listSearches,
} from './questions.store.ts';

/** The span of the same length right before. */
export function spanBefore({ fromMs, toMs }: Span): Span {
  return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs };
}

/** What an operator asks of a span, counted from the database as it is now, against the span before. */
export async function readQuestions({ db, clock }: Engine, span: Span): Promise<QuestionsAnswer> {
  await foldSums(db);
  const before = spanBefore(span);
  const compare = async <T>(count: (of: Span) => Promise<T>): Promise<Compared<T>> => {
    const [now, then] = await Promise.all([count(span), count(before)]);
    return { now, before: then };
  };
  const [since, cells, fill, firstLesson, cancellations, leaving, cohorts] = await Promise.all([
    findBeginnings(db),
    listSearches(db, { span, before }),
    compare((of) => countFill(db, of)),
    compare((of) => countFirstLessons(db, of)),
    compare((of) => countReasons(db, of)),
    compare((of) => countLeavers(db, { span: of, before: spanBefore(of) })),
    listCohorts(db, span.toMs),
  ]);
  return {
    generatedAt: isoInstant(clock.nowMs()),
    from: isoInstant(span.fromMs),
    to: isoInstant(span.toMs),
    previous: { from: isoInstant(before.fromMs), to: isoInstant(before.toMs) },
    since,
    searches: { ...sumsOf(cells), cells },
    fill,
    firstLesson,
    cancellations,
    leaving,
    cohorts,
  };
}

function sumsOf(cells: readonly SearchCell[]): Compared<{ searches: number; empty: number }> {
  const sum = (count: (cell: SearchCell) => number) => cells.reduce((total, cell) => total + count(cell), 0);
  return {
    now: { searches: sum((cell) => cell.searches), empty: sum((cell) => cell.empty) },
    before: { searches: sum((cell) => cell.searchesBefore), empty: sum((cell) => cell.emptyBefore) },
  };
}
