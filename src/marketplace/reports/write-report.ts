import type { Engine } from '#engine/engine.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import { readAnalytics } from '../analytics/read-analytics.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import { dollars, writeCsv } from '../csv/write-csv.ts';
import type { Span } from '../reads/read-span.ts';
import type { ReportType } from './reports.collection.ts';
import { listLedgerRows, listPerformance, listSecurityEvents } from './reports.store.ts';

type Asked = { span: Span; language: string };
type Writer = (engine: Engine, asked: Asked) => Promise<string>;

const writers: Record<ReportType, Writer> = {
  analytics: writeAnalytics,
  financial: writeFinancial,
  performance: writePerformance,
  security: writeSecurity,
};

/** The file of a report: what happened in the span, as the database has it now; the columns' names in `language`. */
export function writeReport(engine: Engine, type: ReportType, asked: Asked): Promise<string> {
  return writers[type](engine, asked);
}

async function writeAnalytics(engine: Engine, { span, language }: Asked): Promise<string> {
  const texts = exportsIn(language);
  const { buckets, unit } = await readAnalytics(engine, span);
  return writeCsv(
    [texts.bucketFrom({ unit }), texts.lessons, texts.newUsers, texts.revenue, texts.platformFees],
    buckets.map(({ date, lessons, newUsers, revenueCents, feesCents }) => [
      date,
      lessons,
      newUsers,
      dollars(revenueCents),
      dollars(feesCents),
    ]),
  );
}

async function writeFinancial({ db }: Engine, { span, language }: Asked): Promise<string> {
  const texts = exportsIn(language);
  const rows = await listLedgerRows(db, span);
  return writeCsv(
    [texts.timeUtc, texts.transaction, texts.kind, texts.account, texts.amount, texts.lesson, texts.payment],
    rows.map(({ createdMs, transaction, kind, account, amountCents, lesson, payment }) => [
      isoInstant(createdMs),
      transaction,
      kind,
      account,
      dollars(amountCents),
      lesson,
      payment,
    ]),
  );
}

async function writePerformance({ db }: Engine, { span, language }: Asked): Promise<string> {
  const texts = exportsIn(language);
  const rows = await listPerformance(db, span);
  return writeCsv(
    [
      texts.instructor,
      texts.status,
      texts.lessons,
      texts.completed,
      texts.cancelledByInstructor,
      texts.cancelledByLearner,
      texts.instructorMissed,
      texts.learnerMissed,
      texts.hoursTaught,
      texts.learners,
      texts.rating,
      texts.reviews,
    ],
    rows.map((row) => [
      row.name,
      row.status,
      row.lessons,
      row.completed,
      row.cancelledByInstructor,
      row.cancelledByLearner,
      row.instructorMissed,
      row.learnerMissed,
      (row.taughtMinutes / 60).toFixed(1),
      row.learners,
      row.ratingCount > 0 ? row.ratingAverage.toFixed(2) : '',
      row.ratingCount,
    ]),
  );
}

async function writeSecurity({ db }: Engine, { span, language }: Asked): Promise<string> {
  const texts = exportsIn(language);
  const rows = await listSecurityEvents(db, span);
  return writeCsv(
    [texts.timeUtc, texts.event, texts.account, texts.by, texts.details],
    rows.map(({ atMs, event, account, actor, details }) => [isoInstant(atMs), event, account, actor, details]),
  );
}
