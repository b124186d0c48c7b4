import { useState } from 'react';
import * as texts from '#texts/adminMoney.ts';
import type { Candidate, SentSum } from '#wire/bank.ts';
import { SearchField } from '../../../platform/lists/SearchField.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatStart } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import type { BankLine } from './bank-record.ts';
import { useCandidates } from './use-bank.ts';

type ChoosePaymentProps = {
  line: BankLine;
  isBusy: boolean;
  onChoose: (payment: string) => void;
  onCameBack: (back: { reference: string; feeCents: number }) => void;
};

/** Payments that a line may be for: those of its amount first, any other by its learner or reference. Then what was sent and may have come back. */
export function ChoosePayment({ line, isBusy, onChoose, onCameBack }: ChoosePaymentProps) {
  const [q, setQuery] = useState('');
  const read = useCandidates(line.id, q);
  return (
    <div className="grid gap-3 rounded bg-sunken p-3">
      <SearchField label={texts.searchPayment} placeholder={texts.learnerOrReference} value={q} onSearch={setQuery} />
      <WhenRead read={read} what={texts.thePayments} notLoaded={texts.paymentsNotLoaded} skeleton="h-16 w-full">
        {read.data?.items.length === 0 && <p>{q === '' ? texts.noneOfThisAmount : texts.noPaymentMatches}</p>}
        <ul className="grid gap-2">
          {read.data?.items.map((candidate) => (
            <li key={candidate.payment} className="flex flex-wrap items-center justify-between gap-2">
              <span className="figures">{wordsFor(candidate)}</span>
              <Button variant="secondary" isBusy={isBusy} onClick={() => onChoose(candidate.payment)}>
                {texts.bookAs({ name: candidate.learnerName })}
              </Button>
            </li>
          ))}
        </ul>
        {read.data && read.data.sent.length > 0 && (
          <SentSums sums={read.data.sent} lineCents={line.amountCents} isBusy={isBusy} onCameBack={onCameBack} />
        )}
      </WhenRead>
    </div>
  );
}

type SentSumsProps = Pick<ChoosePaymentProps, 'isBusy' | 'onCameBack'> & {
  sums: readonly SentSum[];
  lineCents: number;
};

function SentSums({ sums, lineCents, isBusy, onCameBack }: SentSumsProps) {
  return (
    <>
      <p>{texts.orItCameBack}</p>
      <ul className="grid gap-2">
        {sums.map(({ of, amountCents, reference }) => {
          const words = of === 'refunds' ? texts.sentRefund : texts.sentPayout;
          const sum = words({ amount: formatMoney(amountCents), reference });
          const feeCents = amountCents - lineCents;
          const label = feeCents > 0 ? texts.itCameBackLess({ fee: formatMoney(feeCents) }) : texts.itCameBack;
          return (
            <li key={reference} className="flex flex-wrap items-center justify-between gap-2">
              <span className="figures break-words">{sum}</span>
              <Button
                variant="secondary"
                isBusy={isBusy}
                aria-label={`${label}: ${sum}`}
                onClick={() => onCameBack({ reference, feeCents })}
              >
                {label}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

const states: Record<string, string> = {
  requires_action: texts.waitsForLearner,
  processing: texts.learnerSaysPaid,
  expired: texts.paymentIsOver,
  succeeded: texts.paymentIsPaid,
  part_refunded: texts.paymentWentBack,
  refunded: texts.paymentWentBack,
};

function wordsFor({ amountCents, learnerName, start, created, billReference, status }: Candidate): string {
  const of = start ? texts.lessonAt({ start: formatStart(start) }) : texts.packageOf({ day: formatStart(created) });
  return [formatMoney(amountCents), learnerName, of, billReference, states[status] ?? status].join(' · ');
}
