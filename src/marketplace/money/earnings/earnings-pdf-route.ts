import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { answerPdf } from '../../platform/exports/answer-pdf.ts';
import { dollars } from '../../platform/exports/write-csv.ts';
import { readSpan } from '../../platform/reads/read-span.ts';
import { readDirectMonths } from '../../teaching/own-learners/read-direct-payments.ts';
import { type Earning, findEarnings } from './earned-lessons.ts';
import { daysOfSpan, requireEarner } from './earner-of.ts';
import { sumEarnings } from './sum-earnings.ts';

/**
 * `GET /api/marketplace/earnings.pdf?from&to`: an instructor's earnings of a span month by month, for the tax office: settled lessons, their price, the fee and
 * what is the instructor's, and apart from that what own learners paid to them directly. As the earnings; 404 without a profile.
 */
export function earningsPdfRoute(engine: Engine): Route<Buffer> {
  return {
    method: 'GET',
    path: '/api/marketplace/earnings.pdf',
    isTakenAway: true,
    async handle(request) {
      const { auth, earner } = await requireEarner(engine, request);
      const span = readSpan(request.query, { zone: earner.timezone, nowMs: engine.clock.nowMs() });
      const days = daysOfSpan(span, earner.timezone);
      const [all, direct] = await Promise.all([
        findEarnings(engine.db, earner.id, span),
        readDirectMonths(engine.db, earner.id, days),
      ]);
      const earnings = all.filter(({ state }) => state === 'settled');
      if (request.query.instructor) await noteShown(engine, auth, { lessons: earnings.map(({ lesson }) => lesson) });
      const texts = exportsIn(String(auth.row.language ?? ''));
      const monthOf = ({ startMs }: Earning) => dateText(localDayOf(earner.timezone, startMs)).slice(0, 7);
      const byMonth = Map.groupBy(earnings, monthOf);
      const directOf = new Map(direct.map(({ month, totalCents }) => [month, totalCents]));
      const totals = sumEarnings(earnings);
      const directCents = direct.reduce((sum, { totalCents }) => sum + totalCents, 0);
      const figures = {
        title: texts.earningsStatement,
        subtitle: `${days.from} – ${days.to}`,
        facts: [[texts.instructor, earner.name]] as const,
        head: [texts.month, texts.lessons, texts.price, texts.platformFee, texts.paidDirectlyAmount, texts.yours],
        rows: [...new Set([...byMonth.keys(), ...directOf.keys()])].sort().map((month) => {
          const { lessons, grossCents, feeCents, netCents } = sumEarnings(byMonth.get(month) ?? []);
          const direct = directOf.get(month) ?? 0;
          return [month, String(lessons), dollars(grossCents), dollars(feeCents), dollars(direct), dollars(netCents)];
        }),
        sums: [
          [texts.earned, formatCents(totals.netCents)],
          [texts.paidDirectly, formatCents(directCents)],
          [texts.earnedAndDirect, formatCents(totals.netCents + directCents)],
        ] as const,
        note: `${texts.earningsNote} ${texts.statementNote}`,
      };
      const name = `kerbside-earnings-${days.from}.pdf`;
      return answerPdf(engine, { ...request, auth }, { figures, name, madeMs: engine.clock.nowMs() });
    },
  };
}
