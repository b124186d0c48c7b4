import { Printer } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { earningsPath, entriesPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/payoutStatement.ts';
import type { PayoutStatementAnswer, StatementLine } from '#wire/statements.ts';
import { type Column, DataTable } from '../../platform/lists/DataTable.tsx';
import { priceLineWords } from '../../platform/records/price-line-words.ts';
import { SaveFile } from '../../platform/session/SaveFile.tsx';
import { refusalIn } from '../../platform/session/server-errors.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate, formatStart } from '../../platform/ui/format-time.ts';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { ledgerWords } from '../entries/ledger-words.ts';
import { MoneyLink } from '../entries/MoneyLink.tsx';
import { DirectPayments } from './DirectPayments.tsx';
import { feeRuleWords } from './fee-rule-words.ts';
import { usePayoutStatement } from './use-payout-statement.ts';

/** The statement of a payout: each amount with its lesson, its surcharges and the rule that its fee follows, down to what was paid. */
export function PayoutPage() {
  const { id = '' } = useParams();
  const read = usePayoutStatement(id);
  if (read.isError && refusalIn(read.error)?.status === 404) {
    return (
      <EmptyState title={texts.noSuchPayout} action={<LinkButton to={earningsPath}>{texts.goToEarnings}</LinkButton>}>
        <p>{texts.itMayBelongToAnother}</p>
      </EmptyState>
    );
  }
  return (
    <WhenRead read={read} what={texts.theStatement} notLoaded={texts.statementNotLoaded}>
      {read.data && <Statement statement={read.data} />}
    </WhenRead>
  );
}

function Statement({ statement: { payout, lines, direct } }: { statement: PayoutStatementAnswer }) {
  const { id, date, status, amountCents, instructor, timezone, returnedAt } = payout;
  const file = (kind: 'pdf' | 'csv') => ({
    path: `/api/marketplace/payouts/${id}/statement.${kind}`,
    name: `kerbside-payout-${date}.${kind}`,
  });
  // Until then its entries are those of its amounts.
  const wasPaid = status === 'paid' || returnedAt !== null;
  const state = Object.hasOwn(states, status) ? states[status] : status;
  return (
    <section aria-labelledby="statement" className="grid max-w-[64rem] gap-6 text-body">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="statement" className="text-heading">
            {texts.payoutOfDay({ day: formatDate(date) })}
          </h2>
          <p className="figures text-soft">
            {instructor.name},{' '}
            {wasPaid ? <MoneyLink cents={amountCents} of="payout" id={id} /> : formatMoney(amountCents)}, {state}
            {returnedAt && <span className="block">{texts.cameBackOn({ day: formatDate(returnedAt, timezone) })}</span>}
          </p>
        </div>
        <div className="flex flex-wrap gap-3 print:hidden">
          <SaveFile {...file('pdf')}>{texts.pdf}</SaveFile>
          <SaveFile {...file('csv')}>{texts.csv}</SaveFile>
          <Button variant="secondary" onClick={() => print()}>
            <Printer size={18} strokeWidth={1.75} aria-hidden />
            {texts.print}
          </Button>
        </div>
      </div>
      <DataTable
        caption={texts.amounts}
        columns={columnsOf(timezone)}
        rows={lines}
        keyOf={({ transaction }) => transaction}
        sort=""
        onSort={() => undefined}
      />
      <Sums lines={lines} />
      {direct.items.length > 0 && (
        <DirectPayments payments={direct.items} totalCents={direct.totalCents} days={direct} />
      )}
      <p className="text-note text-soft">{texts.whatStatementHas}</p>
    </section>
  );
}

const states: Record<string, string> = {
  planned: texts.planned,
  sent: texts.sent,
  paid: texts.paid,
  failed: texts.failed,
};

function Sums({ lines }: { lines: readonly StatementLine[] }) {
  const sum = (pick: (line: StatementLine) => number) => lines.reduce((total, line) => total + pick(line), 0);
  const takenBackCents = sum(({ amountCents }) => Math.min(amountCents, 0));
  const sums = [
    [texts.earned, sum(({ grossCents, amountCents }) => (amountCents < 0 ? 0 : grossCents))],
    [texts.fees, sum(({ feeCents, amountCents }) => (amountCents < 0 ? 0 : -feeCents))],
    ...(takenBackCents < 0 ? ([[texts.takenBack, takenBackCents]] as const) : []),
    [texts.payout, sum(({ amountCents }) => amountCents)],
  ] as const;
  return (
    <dl className="figures ml-auto grid w-full max-w-[22rem] grid-cols-[1fr_auto] gap-x-6 gap-y-1">
      {sums.map(([name, cents]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid last:font-semibold">
          <dt>{name}</dt>
          <dd className="text-right">{formatMoney(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

function columnsOf(zone: string): Column<StatementLine>[] {
  return [
    {
      name: texts.day,
      cell: ({ start, created }) => (
        <span className="figures whitespace-nowrap font-semibold">{formatStart(start ?? created, zone)}</span>
      ),
    },
    { name: texts.what, cell: (line) => <What line={line} /> },
    {
      name: texts.price,
      isNumber: true,
      cell: ({ grossCents, surcharges }) => (
        <>
          {formatMoney(grossCents)}
          {surcharges.map((surcharge) => (
            <span key={surcharge.kind} className="block text-note text-soft">
              {texts.withSurcharge({ what: priceLineWords(surcharge), amount: formatMoney(surcharge.cents) })}
            </span>
          ))}
        </>
      ),
    },
    { name: texts.fee, isNumber: true, cell: ({ feeCents }) => formatMoney(-feeCents) },
    {
      name: texts.yours,
      isNumber: true,
      cell: ({ amountCents, transaction }) => (
        <Link
          to={entriesPath('transaction', { id: transaction })}
          className="inline-flex min-h-12 min-w-12 items-center justify-end"
          aria-label={texts.entriesOf({ amount: formatMoney(amountCents) })}
        >
          {formatMoney(amountCents)}
        </Link>
      ),
    },
    {
      name: texts.feeRule,
      cell: ({ feeRule }) => (
        <span className="block text-note text-soft @tabular:min-w-36">{feeRule ? feeRuleWords(feeRule) : '–'}</span>
      ),
    },
  ];
}

function What({ line: { lesson, learnerName, kind, amountCents } }: { line: StatementLine }) {
  return (
    <>
      {lesson === '' ? (
        ledgerWords({ kind, account: '' }).what
      ) : (
        <Link to={lessonPath(lesson)} className="inline-flex min-h-12 items-center">
          {texts.lessonWith({ learnerName })}
        </Link>
      )}
      {amountCents < 0 && <span className="block text-note text-soft">{texts.wasTakenBack}</span>}
    </>
  );
}
