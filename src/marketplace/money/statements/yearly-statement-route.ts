import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { dateText, instantOf, localDayOf, parseDate } from '#rules/time/local-time.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import type { YearlyStatementAnswer } from '#wire/statements.ts';
import { answerPdf } from '../../platform/exports/answer-pdf.ts';
import { dollars, writeCsv } from '../../platform/exports/write-csv.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { numberReceipts } from '../receipts/receipt-route.ts';
import { listPaid, type PaidRow } from './statements.store.ts';

const zone = 'Asia/Singapore';

/**
 * `GET /api/marketplace/statements/:year`: what the signed-in learner paid in a year of Singapore, each payment with the number of its
 * receipt, what came back of it and what their bank took back, and the sums, which count money alone: hours of a package were paid with the
 * package, credit was given or paid before. 401 for guests, 404 for what is no year.
 */
export function yearlyStatementRoute(engine: Engine): Route<YearlyStatementAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/statements/:year',
    async handle({ auth, params }) {
      const { year, paid, totals } = await readYear(engine, auth, params.year ?? '');
      const lines = paid.map(({ paidMs, startMs, moneyCents, moneyBackCents, ...line }) => ({
        ...line,
        spentCents: moneyCents - moneyBackCents - line.takenBackCents,
        paid: isoInstant(paidMs),
        start: startMs === null ? null : isoInstant(startMs),
      }));
      const body: YearlyStatementAnswer = { year, lines, totals };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}

/** `GET /api/marketplace/statements/:year/statement.pdf`: the same as a page to print. */
export function yearlyStatementPdfRoute(engine: Engine): Route<Buffer> {
  return {
    method: 'GET',
    path: '/api/marketplace/statements/:year/statement.pdf',
    isTakenAway: true,
    async handle({ auth, ip, params, reply }) {
      const { reader, year, paid, totals } = await readYear(engine, auth, params.year ?? '');
      const texts = exportsIn(String(reader.row.language ?? ''));
      const figures = {
        title: texts.yearlyStatement,
        subtitle: String(year),
        facts: [[texts.learner, `${reader.row.name ?? ''} (${reader.row.email ?? ''})`]] as const,
        head: [
          texts.date,
          texts.receipt,
          texts.instructor,
          ...ofBank(totals, texts.takenBackAmount),
          texts.givenBackAmount,
          texts.amount,
        ],
        rows: paid.map((line) => [
          dateText(localDayOf(zone, line.paidMs)),
          line.receipt || unpaidWords(line, texts),
          line.instructorName,
          ...ofBank(totals, dollars(line.takenBackCents)),
          dollars(line.refundedCents),
          dollars(line.amountCents),
        ]),
        sums: [
          [texts.paid, formatCents(totals.paidCents)],
          [texts.givenBack, formatCents(-totals.refundedCents)],
          ...ofBank(totals, [texts.takenBack, formatCents(-totals.takenBackCents)] as const),
          [texts.spent, formatCents(totals.spentCents)],
        ] as const,
        note: `${texts.moneyAlone} ${texts.statementNote}`,
      };
      return answerPdf(
        engine,
        { auth: reader, ip, reply },
        { figures, name: `kerbside-${year}.pdf`, madeMs: engine.clock.nowMs() },
      );
    },
  };
}

/** `GET /api/marketplace/statements/:year/statement.csv`: the same as a file. */
export function yearlyStatementCsvRoute(engine: Engine): Route<string> {
  return {
    method: 'GET',
    path: '/api/marketplace/statements/:year/statement.csv',
    isTakenAway: true,
    async handle({ auth, params }) {
      const { year, paid } = await readYear(engine, auth, params.year ?? '');
      const texts = exportsIn(String(auth?.row.language ?? ''));
      const body = writeCsv(
        [
          texts.date,
          texts.receipt,
          texts.instructor,
          texts.amount,
          texts.givenBackAmount,
          texts.lesson,
          texts.payment,
          texts.spentAmount,
          texts.takenBackAmount,
        ],
        paid.map((line) => [
          dateText(localDayOf(zone, line.paidMs)),
          line.receipt || unpaidWords(line, texts),
          line.instructorName,
          dollars(line.amountCents),
          dollars(line.refundedCents),
          line.lesson,
          line.payment,
          dollars(line.moneyCents - line.moneyBackCents - line.takenBackCents),
          dollars(line.takenBackCents),
        ]),
      );
      const headers = {
        'Cache-Control': 'private, no-store',
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="kerbside-${year}.csv"`,
      };
      return { status: 200, headers, body };
    },
  };
}

/** What is said of what a bank took back, where one did: few do. */
function ofBank<Cell>({ takenBackCents }: { takenBackCents: number }, cell: Cell): Cell[] {
  return takenBackCents > 0 ? [cell] : [];
}

/** What stands where a payment has no receipt, because no money came with it. */
function unpaidWords({ method }: PaidRow, texts: ReturnType<typeof exportsIn>): string {
  return method === 'package' ? texts.withPackage : texts.withCredit;
}

async function readYear(engine: Engine, auth: RequestContext['auth'], text: string) {
  if (!auth) throw unauthorized();
  const year = /^(?:19|20)\d\d$/.test(text) ? Number(text) : undefined;
  const [first, next] = [parseDate(`${year}-01-01`), parseDate(`${(year ?? 0) + 1}-01-01`)];
  if (year === undefined || first === undefined || next === undefined) throw notFound();
  await numberReceipts(engine);
  const span = { fromMs: instantOf(zone, first, 0), toMs: instantOf(zone, next, 0) };
  const paid = await listPaid(engine.db, auth.id, span);
  const sum = (pick: (line: (typeof paid)[number]) => number) => paid.reduce((total, line) => total + pick(line), 0);
  const [paidCents, refundedCents] = [sum((line) => line.moneyCents), sum((line) => line.moneyBackCents)];
  const takenBackCents = sum((line) => line.takenBackCents);
  const spentCents = paidCents - refundedCents - takenBackCents;
  return { reader: auth, year, paid, totals: { paidCents, refundedCents, takenBackCents, spentCents } };
}
