import type { Engine } from '#engine/engine.ts';
import { isLoopback } from '#engine/http/is-loopback.ts';
import { dayMs } from '#rules/time/durations.ts';
import { dateText, instantOf, localDayOf, parseDate } from '#rules/time/local-time.ts';
import type { AdminDashboardAnswer, Queue } from '#wire/admin-dashboard.ts';
import { countMoneyToSend } from '../../money/bank/money-to-send.ts';
import { localMonth } from '../../platform/reads/read-span.ts';
import {
  countForAdmin,
  listExpiringPapers,
  listFailedPayments,
  listOpenRequests,
  type PaperRow,
} from './admin-dashboard.store.ts';
import { isoOf } from './present-lesson.ts';

const zone = 'Asia/Singapore';
const paperDays = 30;

/** What waits for the platform's staff, and how the day goes: five reads at once. Days are Singapore's. */
export async function readAdminDashboard(engine: Engine): Promise<AdminDashboardAnswer> {
  const { db, clock } = engine;
  const nowMs = clock.nowMs();
  const today = localDayOf(zone, nowMs);
  const month = localMonth(zone, today);
  const [papers, payments, support, paymentsToSend, counts] = await Promise.all([
    listExpiringPapers(db, dateText(today + paperDays)),
    listFailedPayments(db, nowMs - 7 * dayMs),
    listOpenRequests(db),
    countMoneyToSend(engine),
    countForAdmin(db, {
      nowMs,
      dayFromMs: instantOf(zone, today, 0),
      dayToMs: instantOf(zone, today + 1, 0),
      monthFromMs: month.fromMs,
      monthToMs: month.toMs,
      weekFromMs: nowMs - 7 * dayMs,
    }),
  ]);
  const { pendingPapers, suspended, unverified, requested, held, disputed, ...more } = counts;
  const { reportedReviews, failedPayouts, undeliveredMails, ...figures } = more;
  return {
    view: 'admin',
    generatedAt: isoOf(nowMs),
    setup: setupOf(engine),
    papers: queueOf(papers, (paper: PaperRow) => ({
      instructor: paper.instructor,
      name: paper.name,
      kind: paper.kind,
      expiresOn: paper.expiresOn,
      days: (parseDate(paper.expiresOn) ?? today) - today,
    })),
    pendingPapers,
    payments: queueOf(payments, ({ failedMs, total: _total, ...payment }) => ({
      ...payment,
      failedAt: isoOf(failedMs),
    })),
    support: queueOf(support, ({ answerByMs, total: _total, ...request }) => ({
      ...request,
      answerBy: isoOf(answerByMs),
      isLate: answerByMs < nowMs,
    })),
    accounts: { suspended, unverified },
    lessons: { requested, held, disputed },
    waiting: { reportedReviews, failedPayouts, paymentsToSend, undeliveredMails },
    figures,
  };
}

/** On a developer's machine mails are read in the mailbox, and the machine's own address is the right one. */
function setupOf({ isDevelopment, mail, publicUrl }: Engine): AdminDashboardAnswer['setup'] {
  return {
    sendsMail: isDevelopment || mail.leaves(),
    hasPublicUrl: isDevelopment || !isLoopback(new URL(publicUrl).hostname),
  };
}

function queueOf<Row extends { total: number }, Item>(rows: readonly Row[], itemOf: (row: Row) => Item): Queue<Item> {
  return { total: rows[0]?.total ?? 0, items: rows.map(itemOf) };
}
