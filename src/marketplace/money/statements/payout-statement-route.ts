import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import type { DirectPayment, PayoutStatementAnswer } from '#wire/statements.ts';
import { answerPdf } from '../../platform/exports/answer-pdf.ts';
import { feeRuleWords } from '../../platform/exports/fee-rule-words.ts';
import { dollars, writeCsv } from '../../platform/exports/write-csv.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { readPayoutStatement, type TakenLine } from './read-payout-statement.ts';

const isPrivate = { 'Cache-Control': 'private, no-store' };

/**
 * `GET /api/marketplace/payouts/:id/statement`: what a payout took along, line by line; each line is an entry of the ledger by its
 * transaction, and they sum to the payout. For its instructor, admins and superusers; 404 for everybody else.
 */
export function payoutStatementRoute(engine: Engine): Route<PayoutStatementAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/payouts/:id/statement',
    async handle(request) {
      const { head, lines, direct } = await readPayoutStatement(engine, request);
      const { id, date, status, amountCents, instructor, instructorName, paidMs, returnedMs, timezone } = head;
      const payout = {
        ...{ id, date, status, amountCents, timezone },
        instructor: { id: instructor, name: instructorName },
        paidAt: paidMs === null ? null : isoInstant(paidMs),
        returnedAt: returnedMs === null ? null : isoInstant(returnedMs),
      };
      const shown = lines.map(({ createdMs, startMs, ...line }) => ({
        ...line,
        created: isoInstant(createdMs),
        start: startMs === null ? null : isoInstant(startMs),
      }));
      return {
        status: 200,
        headers: isPrivate,
        body: { payout, lines: shown, direct } satisfies PayoutStatementAnswer,
      };
    },
  };
}

/** `GET /api/marketplace/payouts/:id/statement.csv`: the same as a file. */
export function payoutStatementCsvRoute(engine: Engine): Route<string> {
  return {
    method: 'GET',
    path: '/api/marketplace/payouts/:id/statement.csv',
    isTakenAway: true,
    async handle(request) {
      const { head, lines, direct } = await readPayoutStatement(engine, request);
      const language = String(request.auth?.row.language ?? '');
      const texts = exportsIn(language);
      const dayOf = (instantMs: number) => dateText(localDayOf(head.timezone, instantMs));
      const headers = {
        ...isPrivate,
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="kerbside-payout-${head.date}.csv"`,
      };
      const body = writeCsv(
        csvHead(texts),
        // Columns that were added later stand last: what reads the file by their order goes on.
        [
          ...lines.map((line) => [
            dayOf(line.startMs ?? line.createdMs),
            line.learnerName,
            dollars(line.grossCents),
            dollars(line.feeCents),
            dollars(line.amountCents),
            line.lesson,
            line.transaction,
            dollars(line.surcharges.reduce((sum, { cents }) => sum + cents, 0)),
            feeRuleWords(line.feeRule, language),
          ]),
          ...direct.items.map((item) => directCells(item, texts)),
        ],
      );
      return { status: 200, headers, body };
    },
  };
}

/** `GET /api/marketplace/payouts/:id/statement.pdf`: the same as a page to print. */
export function payoutStatementPdfRoute(engine: Engine): Route<Buffer> {
  return {
    method: 'GET',
    path: '/api/marketplace/payouts/:id/statement.pdf',
    isTakenAway: true,
    async handle(request) {
      const { auth, head, lines, direct } = await readPayoutStatement(engine, request);
      const language = String(auth.row.language ?? '');
      const texts = exportsIn(language);
      const dayOf = (instantMs: number) => dateText(localDayOf(head.timezone, instantMs));
      const figures = {
        title: texts.payoutStatement,
        subtitle: head.date,
        facts: [
          [texts.instructor, head.instructorName],
          [texts.payout, head.id],
          [texts.status, head.status],
        ] as const,
        head: pdfHead(texts),
        rows: lines.map((line) => [
          dayOf(line.startMs ?? line.createdMs),
          line.learnerName,
          dollars(line.grossCents),
          surchargeWords(line, texts),
          dollars(line.feeCents),
          feeRuleWords(line.feeRule, language),
          line.transaction,
          dollars(line.amountCents),
        ]),
        isWide: true,
        // A transaction's id is long, and is not broken.
        shares: [1, 1.5, 1, 1.3, 1, 1.7, 2.5],
        sums: [
          [texts.paidOut, formatCents(head.amountCents)] as const,
          ...(direct.totalCents > 0 ? [[texts.paidDirectly, formatCents(direct.totalCents)] as const] : []),
        ],
        note: direct.totalCents > 0 ? `${texts.directNote} ${texts.statementNote}` : texts.statementNote,
      };
      const madeMs = Date.parse(head.date);
      return answerPdf(engine, { ...request, auth }, { figures, name: `kerbside-payout-${head.date}.pdf`, madeMs });
    },
  };
}

type Texts = ReturnType<typeof exportsIn>;

const csvHead = (texts: Texts) => [
  ...[texts.date, texts.learner, texts.price, texts.platformFee, texts.yours, texts.lesson, texts.ledgerTransaction],
  ...[texts.surchargesAmount, texts.feeRule, texts.paidDirectlyAmount, texts.paidWith],
];

const pdfHead = (texts: Texts) => [
  ...[texts.date, texts.learner, texts.price, texts.surcharges, texts.platformFee, texts.feeRule],
  ...[texts.ledgerTransaction, texts.yours],
];

/** A direct payment as a row of the CSV: its amount has a column of its own, so that the others still sum to the payout. */
function directCells({ paidOn, name, amountCents, method }: DirectPayment, texts: Texts) {
  return [paidOn, name, '', '', '', '', '', '', '', dollars(amountCents), texts.cashOrPayNow({ method })];
}

function surchargeWords({ surcharges }: TakenLine, texts: Texts): string {
  return surcharges.map(({ kind, cents }) => texts.surcharge({ kind, amount: dollars(cents) })).join(', ');
}
