import { useState } from 'react';
import * as texts from '#texts/adminMoney.ts';
import type { BankDebit } from '#wire/bank.ts';
import { MoneyLink } from '../../../money/entries/MoneyLink.tsx';
import { messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../../platform/ui/Dialog.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { type DebitDecision, useDebits, useDecidingDebit } from './use-bank.ts';

/** Lines of the statement that went out and contradict what was noted as sent, beside it; and what the statement does not have. */
export function OutgoingLines() {
  const read = useDebits();
  const { data } = read;
  return (
    <section aria-labelledby="went-out">
      <h2 id="went-out" className="mb-2 text-heading">
        {texts.moneyThatWentOut}
      </h2>
      <p className="mb-4 text-soft">{texts.wentOutAbout}</p>
      <WhenRead read={read} what={texts.theStatement} notLoaded={texts.debitsNotLoaded} skeleton="h-24 w-full">
        {data && data.items.length + data.missing.length === 0 && <p>{texts.allWentOutIsKnown}</p>}
        {data && data.items.length > 0 && (
          <ul className="card divide-y divide-line">
            {data.items.map((debit) => (
              <Debit key={debit.id} debit={debit} />
            ))}
          </ul>
        )}
        {data && data.missing.length > 0 && (
          <div className="mt-4 grid gap-2">
            <h3 className="text-title">{texts.notInStatement}</h3>
            <p className="text-soft">{texts.notInStatementAbout}</p>
            <ul className="card divide-y divide-line">
              {data.missing.map(({ reference, amountCents, noted }) => (
                <li key={reference} className="figures break-words px-4 py-3">
                  {texts.missingSum({ amount: formatMoney(amountCents), reference, day: formatDate(noted) })}
                </li>
              ))}
            </ul>
          </div>
        )}
      </WhenRead>
    </section>
  );
}

function wordsOf({ why, sent }: BankDebit): string {
  if (why === 'recall') return texts.seemsTakenBack;
  if (why === 'twice') return texts.sentTwice;
  if (why === 'other_amount' && sent) {
    return texts.otherAmountSent({ amount: formatMoney(sent.amountCents), reference: sent.reference });
  }
  return texts.notKnownHere;
}

function Debit({ debit }: { debit: BankDebit }) {
  const { id, amountCents, date, text, line } = debit;
  const [isAsking, setAsking] = useState(false);
  const deciding = useDecidingDebit();
  const tell = useTelling();
  const decide = (decision: Omit<DebitDecision, 'debit'>) =>
    tell(deciding.mutateAsync({ debit: id, ...decision }), {
      failed: (error) => messageFor(error, texts.debitNotDecided) ?? texts.debitNotDecided,
    });
  return (
    <li className="grid gap-2 px-4 py-3">
      <span className="figures">
        <b className="font-semibold">{formatMoney(-amountCents)}</b> {formatDate(date)}
        <span className="block break-words text-note text-soft">{text}</span>
      </span>
      <p>{wordsOf(debit)}</p>
      {line && (
        <p className="figures rounded bg-sunken p-3">
          {texts.takesLineBack}
          <span className="block">
            <b className="font-semibold">
              <MoneyLink cents={line.amountCents} of="bank_line" id={line.id} />
            </b>{' '}
            {formatDate(line.date)}
          </span>
          <span className="block break-words text-note text-soft">{line.text}</span>
        </p>
      )}
      <span className="flex flex-wrap gap-2">
        {line && (
          <Button
            variant="secondary"
            isBusy={deciding.isPending && deciding.variables.decision === 'recall'}
            aria-label={texts.bookAsTakenBackOf({ amount: formatMoney(line.amountCents) })}
            onClick={() => setAsking(true)}
          >
            {texts.bookAsTakenBack}
          </Button>
        )}
        <Button
          variant="quiet"
          isBusy={deciding.isPending && deciding.variables.decision === 'other'}
          onClick={() => decide({ decision: 'other' })}
        >
          {texts.lookedAfter}
        </Button>
      </span>
      {line && (
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={setAsking}
          title={texts.bookAsTakenBackOf({ amount: formatMoney(line.amountCents) })}
          description={texts.bookTakenBackAbout}
          confirmLabel={texts.bookAsTakenBack}
          isHarmful
          onConfirm={() => {
            setAsking(false);
            decide({ decision: 'recall', line: line.id });
          }}
        />
      )}
    </li>
  );
}
