import type { Engine } from '#engine/engine.ts';
import { readAnalytics } from '../analytics/read-analytics.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import { dollars, writeCsv } from '../csv/write-csv.ts';
import type { Span } from '../reads/read-span.ts';
import type { ReportType } from './reports.collection.ts';
import { listLedgerRows, listPerformance, listSecurityEvents } from './reports.store.ts';

type Writer = (engine: Engine, span: Span) => Promise<string>;

const writers: Record<ReportType, Writer> = {
  analytics: writeAnalytics,
  financial: writeFinancial,
  performance: writePerformance,
  security: writeSecurity,
};

/** The file of a report: what happened in the span, as the database has it now. */
export function writeReport(engine: Engine, type: ReportType, span: Span): Promise<string> {
  return writers[type](engine, span);
}

async function writeAnalytics(engine: Engine, span: Span): Promise<string> {
  const { buckets, unit } = await readAnalytics(engine, span);
  return writeCsv(
    [
      `${unit.charAt(0).toUpperCase()}${unit.slice(1)} from`,
      'Lessons',
      'New users',
      'Revenue (S$)',
      'Platform fees (S$)',
    ],
    buckets.map(({ date, lessons, newUsers, revenueCents, feesCents }) => [
      date,
      lessons,
      newUsers,
      dollars(revenueCents),
      dollars(feesCents),
    ]),
  );
}

async function writeFinancial({ db }: Engine, span: Span): Promise<string> {
  const rows = await listLedgerRows(db, span);
  return writeCsv(
    ['Time (UTC)', 'Transaction', 'Kind', 'Account', 'Amount (S$)', 'Lesson', 'Payment'],
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

async function writePerformance({ db }: Engine, span: Span): Promise<string> {
  const rows = await listPerformance(db, span);
  return writeCsv(
    [
      'Instructor',
      'Status',
      'Lessons',
      'Completed',
      'Cancelled by instructor',
      'Cancelled by learner',
      'Instructor did not come',
      'Learner did not come',
      'Hours taught',
      'Learners',
      'Rating',
      'Reviews',
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

async function writeSecurity({ db }: Engine, span: Span): Promise<string> {
  const rows = await listSecurityEvents(db, span);
  return writeCsv(
    ['Time (UTC)', 'Event', 'Account', 'By', 'Details'],
    rows.map(({ atMs, event, account, actor, details }) => [isoInstant(atMs), event, account, actor, details]),
  );
}
