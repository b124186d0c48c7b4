import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import { dollars, writeCsv } from '../csv/write-csv.ts';
import { hasRight } from '../reads/require-right.ts';
import { answerPdf } from '../receipts/answer-pdf.ts';
import { findPayoutHead, listPayoutLines, type PayoutHead, type PayoutLine } from './statements.store.ts';

const isPrivate = { 'Cache-Control': 'private, no-store' };

/**
 * `GET /api/marketplace/payouts/:id/statement`: what a payout took along, line by line; each line is an entry of the ledger by its
 * transaction, and they sum to the payout. For its instructor, admins and superusers; 404 for everybody else.
 */
export function payoutStatementRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/payouts/:id/statement',
    async handle(request) {
      const { head, lines } = await readStatement(engine, request);
      const { id, date, status, amountCents, instructor, instructorName } = head;
      const payout = { id, date, status, amountCents, instructor: { id: instructor, name: instructorName } };
      const shown = lines.map(({ createdMs, startMs, ...line }) => ({
        ...line,
        created: isoInstant(createdMs),
        start: startMs === null ? null : isoInstant(startMs),
      }));
      return { status: 200, headers: isPrivate, body: { payout, lines: shown } };
    },
  };
}

/** `GET /api/marketplace/payouts/:id/statement.csv`: the same as a file. */
export function payoutStatementCsvRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/payouts/:id/statement.csv',
    isTakenAway: true,
    async handle(request) {
      const { head, lines } = await readStatement(engine, request);
      const texts = exportsIn(String(request.auth?.row.language ?? ''));
      const dayOf = (instantMs: number) => dateText(localDayOf(head.timezone, instantMs));
      const headers = {
        ...isPrivate,
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="kerbside-payout-${head.date}.csv"`,
      };
      const body = writeCsv(
        [texts.date, texts.learner, texts.price, texts.platformFee, texts.yours, texts.lesson, texts.ledgerTransaction],
        lines.map((line) => [
          dayOf(line.startMs ?? line.createdMs),
          line.learnerName,
          dollars(line.amountCents + line.feeCents),
          dollars(line.feeCents),
          dollars(line.amountCents),
          line.lesson,
          line.transaction,
        ]),
      );
      return { status: 200, headers, body };
    },
  };
}

/** `GET /api/marketplace/payouts/:id/statement.pdf`: the same as a page to print. */
export function payoutStatementPdfRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/payouts/:id/statement.pdf',
    isTakenAway: true,
    async handle(request) {
      const { auth, head, lines } = await readStatement(engine, request);
      const texts = exportsIn(String(auth.row.language ?? ''));
      const dayOf = (instantMs: number) => dateText(localDayOf(head.timezone, instantMs));
      const figures = {
        title: texts.payoutStatement,
        subtitle: head.date,
        facts: [
          [texts.instructor, head.instructorName],
          [texts.payout, head.id],
          [texts.status, head.status],
        ] as const,
        head: [texts.date, texts.learner, texts.platformFee, texts.yours],
        rows: lines.map((line) => [
          dayOf(line.startMs ?? line.createdMs),
          line.learnerName,
          dollars(line.feeCents),
          dollars(line.amountCents),
        ]),
        sums: [[texts.paidOut, formatCents(head.amountCents)]] as const,
        note: texts.statementNote,
      };
      const madeMs = Date.parse(head.date);
      return answerPdf(engine, auth, { figures, name: `kerbside-payout-${head.date}.pdf`, madeMs });
    },
  };
}

async function readStatement(
  engine: Engine,
  { auth, params }: RequestContext,
): Promise<{ auth: AuthRecord; head: PayoutHead; lines: PayoutLine[] }> {
  if (!auth) throw unauthorized();
  const head = await findPayoutHead(engine.db, params.id ?? '');
  if (!head || (head.instructorUser !== auth.id && !hasRight(auth, 'payouts'))) throw notFound();
  return { auth, head, lines: await listPayoutLines(engine.db, head.id) };
}
