import type { Engine } from '#engine/engine.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import type { Span } from '../reads/read-span.ts';
import { foldSums } from '../sums/fold-sums.ts';
import {
  type CohortCell,
  countFill,
  countFirstLessons,
  countLeavers,
  countReasons,
  type Fill,
  findBeginnings,
  listCohorts,
  listSearches,
  type Reason,
  type SearchCell,
} from './questions.store.ts';

type Compared<T> = { now: T; before: T };
type Searches = { searches: number; empty: number };

/** What `GET /api/marketplace/analytics/questions` answers; `before` is the span of the same length right before. */
export type Questions = {
  generatedAt: string;
  from: string;
  to: string;
  previous: { from: string; to: string };
  /** The first days that searches, and hours on offer, were written down; null before there is one. */
  since: { searches: string | null; offers: string | null };
  searches: Compared<Searches> & { cells: SearchCell[] };
  fill: Compared<Fill>;
  firstLesson: Compared<{ learners: number; medianDays: number | null }>;
  cancellations: Compared<Reason[]>;
  leaving: Compared<{ taughtBefore: number; left: number }>;
  cohorts: CohortCell[];
};

/** The span of the same length right before. */
export function spanBefore({ fromMs, toMs }: Span): Span {
  return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs };
}

/** What an operator asks of a span, counted from the database as it is now, against the span before. */
export async function readQuestions({ db, clock }: Engine, span: Span): Promise<Questions> {
  await foldSums(db);
  const before = spanBefore(span);
  const compare = async <T>(count: (of: Span) => Promise<T>): Promise<Compared<T>> => {
    const [now, then] = await Promise.all([count(span), count(before)]);
    return { now, before: then };
  };
  const [since, cells, cellsBefore, fill, firstLesson, cancellations, leaving, cohorts] = await Promise.all([
    findBeginnings(db),
    listSearches(db, span),
    listSearches(db, before),
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
    searches: { now: sumOf(cells), before: sumOf(cellsBefore), cells },
    fill,
    firstLesson,
    cancellations,
    leaving,
    cohorts,
  };
}

function sumOf(cells: readonly SearchCell[]): Searches {
  return cells.reduce<Searches>(
    (sum, { searches, empty }) => ({ searches: sum.searches + searches, empty: sum.empty + empty }),
    { searches: 0, empty: 0 },
  );
}
