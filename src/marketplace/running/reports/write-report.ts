import type { Engine } from '#engine/engine.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import { readAnalytics } from '../analytics/read-analytics.ts';
import type { Table } from './encode-table.ts';
import type { ReportType } from './reports.collection.ts';
import { listLedgerRows, listPerformance, listSecurityEvents } from './reports.store.ts';

/** `most`: so many rows are read at most. */
type Asked = { span: Span; language: string; most: number };
type Writer = (engine: Engine, asked: Asked) => Promise<Table>;

const writers: Record<ReportType, Writer> = {
  analytics: writeAnalytics,
  financial: writeFinancial,
  performance: writePerformance,
  security: writeSecurity,
};

/** The table of a report: what happened in the span, as the database has it now; the columns' names in `language`. */
export function writeReport(engine: Engine, type: ReportType, asked: Asked): Promise<Table> {
  return writers[type](engine, asked);
}

async function writeAnalytics(engine: Engine, { span, language }: Asked): Promise<Table> {
  const texts = exportsIn(language);
  const { buckets, unit } = await readAnalytics(engine, span);
  return {
    header: [texts.bucketFrom({ unit }), texts.lessons, texts.newUsers, texts.revenue, texts.platformFees],
    rows: buckets.map(({ date, lessons, newUsers, revenueCents, feesCents }) => [
      date,
      lessons,
      newUsers,
      { cents: revenueCents },
      { cents: feesCents },
    ]),
  };
}

async function writeFinancial({ db }: Engine, { span, language, most }: Asked): Promise<Table> {
  const texts = exportsIn(language);
  const rows = await listLedgerRows(db, span, most);
  return {
    header: [texts.timeUtc, texts.transaction, texts.kind, texts.account, texts.amount, texts.lesson, texts.payment],
    rows: rows.map(({ createdMs, transaction, kind, account, amountCents, lesson, payment }) => [
      isoInstant(createdMs),
      transaction,
      kind,
      account,
      { cents: amountCents },
      lesson,
      payment,
    ]),
  };
}

async function writePerformance({ db }: Engine, { span, language, most }: Asked): Promise<Table> {
  const texts = exportsIn(language);
  const rows = await listPerformance(db, span, most);
  return {
    header: [
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
    rows: rows.map((row) => [
      row.name,
      row.status,
      row.lessons,
      row.completed,
      row.cancelledByInstructor,
      row.cancelledByLearner,
      row.instructorMissed,
      row.learnerMissed,
      Math.round(row.taughtMinutes / 6) / 10,
      row.learners,
      row.ratingCount > 0 ? Math.round(row.ratingAverage * 100) / 100 : null,
      row.ratingCount,
    ]),
  };
}

async function writeSecurity({ db }: Engine, { span, language, most }: Asked): Promise<Table> {
  const texts = exportsIn(language);
  const rows = await listSecurityEvents(db, span, most);
  return {
    header: [texts.timeUtc, texts.event, texts.account, texts.by, texts.details],
    rows: rows.map(({ atMs, event, account, actor, details }) => [isoInstant(atMs), event, account, actor, details]),
  };
}
