import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { packagesPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/credit.ts';
import type { PaidLine, YearlyStatementAnswer } from '#wire/statements.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import { type Column, DataTable } from '../../../platform/lists/DataTable.tsx';
import { readMarketplace } from '../../../platform/session/backend.ts';
import { SaveFile } from '../../../platform/session/SaveFile.tsx';
import { useSession } from '../../../platform/session/use-session.ts';
import { Button, LinkButton } from '../../../platform/ui/Button.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate, localDateOf } from '../../../platform/ui/format-time.ts';
import { SelectField } from '../../../platform/ui/Select.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { MoneyLink } from '../../entries/MoneyLink.tsx';

/** The first year of the product. */
const firstYear = 2026;

/** A learner's statement of a year: each payment with its receipt, what came back, the sums; as PDF, as CSV and to print. */
export function StatementPage() {
  const [params, setParams] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const user = useSession();
  const thisYear = Number(localDateOf(currentTime()).slice(0, 4));
  const years = Array.from({ length: Math.max(1, thisYear - firstYear + 1) }, (_, back) => String(thisYear - back));
  const asked = params.get('year') ?? '';
  const year = years.includes(asked) ? asked : String(thisYear);
  const read = useQuery({
    queryKey: ['statements', user?.id, year],
    queryFn: ({ signal }) => readMarketplace<YearlyStatementAnswer>(`statements/${year}`, {}, signal),
  });
  return (
    <section aria-labelledby="statement" className="max-w-[60rem]">
      <h2 id="statement" ref={heading} tabIndex={-1} className="mb-4 text-heading outline-none">
        {texts.statementOfYear({ year })}
      </h2>
      <div className="mb-5 flex flex-wrap items-end gap-3 print:hidden">
        <SelectField
          label={texts.year}
          options={years.map((value) => ({ value, label: value }))}
          value={year}
          onChange={(chosen) => setParams({ year: chosen })}
        />
        <SaveFile path={`/api/marketplace/statements/${year}/statement.pdf`} name={`kerbside-${year}.pdf`}>
          {texts.pdf}
        </SaveFile>
        <SaveFile path={`/api/marketplace/statements/${year}/statement.csv`} name={`kerbside-${year}.csv`}>
          {texts.csv}
        </SaveFile>
        <Button variant="secondary" onClick={() => print()}>
          <Printer size={18} strokeWidth={1.75} aria-hidden />
          {texts.print}
        </Button>
      </div>
      <WhenRead read={read} what={texts.theStatement} notLoaded={texts.statementNotLoaded}>
        {read.data && <Lines statement={read.data} />}
      </WhenRead>
    </section>
  );
}

function Lines({ statement: { lines, totals } }: { statement: YearlyStatementAnswer }) {
  if (lines.length === 0) {
    return (
      <EmptyState
        title={texts.nothingPaidThatYear}
        action={<LinkButton to={bookLessonPath}>{texts.bookALesson}</LinkButton>}
      >
        <p>{texts.whatStatementHas}</p>
      </EmptyState>
    );
  }
  const sums = [
    [texts.paidInAll, totals.paidCents],
    [texts.wentBack, -totals.refundedCents],
    ...(totals.takenBackCents > 0 ? [[texts.takenBack, -totals.takenBackCents] as const] : []),
    [texts.spent, totals.spentCents],
  ] as const;
  return (
    <>
      <DataTable
        caption={texts.payments}
        columns={totals.takenBackCents > 0 ? [...columns, takenBack] : columns}
        rows={lines}
        keyOf={({ payment }) => payment}
        sort=""
        onSort={() => undefined}
      />
      <dl className="figures mt-4 ml-auto grid max-w-[20rem] grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        {sums.map(([name, cents]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt>{name}</dt>
            <dd className="text-right font-semibold">{formatMoney(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-note text-soft">{texts.whatStatementHas}</p>
    </>
  );
}

const methods: Record<string, string> = {
  card: texts.byCard,
  paynow: 'PayNow',
  credit: texts.byCredit,
  package: texts.byPackage,
  cash: texts.byCash,
};

const columns: Column<PaidLine>[] = [
  { name: texts.day, cell: ({ paid }) => <span className="figures whitespace-nowrap">{formatDate(paid)}</span> },
  {
    name: texts.whatFor,
    cell: ({ lesson, instructorName }) =>
      lesson === '' ? (
        <Link to={packagesPath}>{texts.aPackage}</Link>
      ) : (
        <Link to={lessonPath(lesson)}>{texts.aLessonWith({ instructorName })}</Link>
      ),
  },
  {
    name: texts.receipt,
    cell: ({ receipt, payment, method }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {methods[method] ?? method}
        {receipt !== '' && (
          <span className="print:hidden">
            <SaveFile
              path={`/api/marketplace/payments/${payment}/receipt.pdf`}
              name={`kerbside-receipt-${receipt}.pdf`}
              label={texts.saveReceipt({ number: receipt })}
            >
              {receipt}
            </SaveFile>
          </span>
        )}
        <span className="hidden print:inline">{receipt}</span>
      </span>
    ),
  },
  { name: texts.amount, isNumber: true, cell: (line) => moneyOf(line, line.amountCents) },
  {
    name: texts.wentBack,
    isNumber: true,
    cell: (line) => (line.refundedCents === 0 ? '–' : moneyOf(line, -line.refundedCents)),
  },
];

const takenBack: Column<PaidLine> = {
  name: texts.takenBack,
  isNumber: true,
  cell: (line) => (line.takenBackCents === 0 ? '–' : moneyOf(line, -line.takenBackCents)),
};

/** A sum of a line, which opens to the entries of its lesson or package. */
function moneyOf({ lesson, packagePurchase }: PaidLine, cents: number) {
  return lesson === '' ? (
    <MoneyLink cents={cents} of="package" id={packagePurchase} />
  ) : (
    <MoneyLink cents={cents} of="lesson" id={lesson} />
  );
}
