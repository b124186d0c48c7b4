import type { Engine } from '#engine/engine.ts';
import { dayMs } from '#rules/time/durations.ts';
import { instantOf, localDayOf } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { AnalyticsAnswer, BucketUnit, PlatformFigures } from '#wire/analytics.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { readSpan, type Span } from '../../platform/reads/read-span.ts';
import { foldSums } from '../../platform/sums/fold-sums.ts';
import { countListed, countPeriod, listBuckets, type PeriodFigures } from './analytics.store.ts';

/** The platform's figures of a span, live from the database, with those of the span before and a row for each part of it. */
export async function readAnalytics({ db, clock }: Engine, asked: Span): Promise<AnalyticsAnswer> {
  const span = wholeDays(asked);
  await foldSums(db);
  const before = { fromMs: span.fromMs - (span.toMs - span.fromMs), toMs: span.fromMs };
  const unit = unitOf(span);
  const [current, previous, listedInstructors, buckets] = await Promise.all([
    countPeriod(db, span),
    countPeriod(db, before),
    countListed(db),
    listBuckets(db, span, { unit, zone: platformZone }),
  ]);
  return {
    generatedAt: isoInstant(clock.nowMs()),
    from: isoInstant(span.fromMs),
    to: isoInstant(span.toMs),
    previous: { from: isoInstant(before.fromMs), to: isoInstant(before.toMs) },
    listedInstructors,
    figures: withRate(current),
    previousFigures: withRate(previous),
    unit,
    buckets,
  };
}

/** The days of Singapore that a query asks for, whole ones; this month's without. Throws 400 for nonsense. */
export function daysAsked({ clock }: Pick<Engine, 'clock'>, query: Record<string, string>): Span {
  return wholeDays(readSpan(query, { zone: platformZone, nowMs: clock.nowMs() }));
}

/** The days of Singapore that a span touches: what is kept is kept by the day. */
export function wholeDays({ fromMs, toMs }: Span): Span {
  const day = (atMs: number) => localDayOf(platformZone, atMs);
  return { fromMs: instantOf(platformZone, day(fromMs), 0), toMs: instantOf(platformZone, day(toMs - 1) + 1, 0) };
}

/** Days up to two months, then weeks up to a year, then months: never more than about 60 rows. */
export function unitOf({ fromMs, toMs }: Span): BucketUnit {
  const days = (toMs - fromMs) / dayMs;
  if (days <= 62) return 'day';
  return days <= 190 ? 'week' : 'month';
}

function withRate(figures: PeriodFigures): PlatformFigures {
  const { lessons, cancelledLessons } = figures;
  return { ...figures, cancellationRate: lessons === 0 ? null : cancelledLessons / lessons };
}
