import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dayMs } from '#rules/time/durations.ts';
import * as texts from '#texts/adminMoney.ts';
import type { OutsideAnswer, OutsideDifference, OutsideProof } from '#wire/outside.ts';
import { MoneyLink } from '../../../money/entries/MoneyLink.tsx';
import { currentTime } from '../../../platform/ground/clock.ts';
import { readMarketplace } from '../../../platform/session/backend.ts';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate, formatStart } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { ExplainDifference, Explained } from './ExplainDifference.tsx';

/** What the books and the outside (the payment provider's balance, the bank's statements) do not say the same of, with its age. */
export function OutsideProofs({ isCompared }: { isCompared: boolean }) {
  const read = useQuery({
    queryKey: ['admin', 'outside'],
    queryFn: ({ signal }) => readMarketplace<OutsideAnswer>('outside', {}, signal),
  });
  const { data } = read;
  if (data && data.proofs.length > 0) return data.proofs.map((proof) => <Proof key={proof.place} {...proof} />);
  if (!isCompared) return null;
  return (
    <Part isBank={false}>
      <WhenRead read={read} what={texts.outsideProofs} notLoaded={texts.outsideNotLoaded} skeleton="h-24 w-full">
        <p>{texts.nothingCompared}</p>
      </WhenRead>
    </Part>
  );
}

function Part({ isBank, children }: { isBank: boolean; children: ReactNode }) {
  const id = isBank ? 'bank-proof' : 'provider-proof';
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-heading">
        {texts.outsideProof({ isBank: String(isBank) })}
      </h2>
      <p className="mb-4 text-soft">{texts.outsideProofAbout({ isBank: String(isBank) })}</p>
      <div className="grid gap-4">{children}</div>
    </section>
  );
}

function Proof(proof: OutsideProof) {
  const { place, comparedAt, hereCents, differing, differenceCents, differences, explained, gaps } = proof;
  const { notComparedSince } = proof;
  const when = formatStart(comparedAt);
  const isBank = place === 'manual';
  const more = differing - differences.length;
  return (
    <Part isBank={isBank}>
      {notComparedSince !== null && <p>{texts.notComparedSince({ day: formatDate(notComparedSince) })}</p>}
      {differing === 0 && notComparedSince === null && (
        <p>{texts.booksAgree({ isBank: String(isBank), when, amount: formatMoney(hereCents) })}</p>
      )}
      {differing > 0 && (
        <p>
          {texts.booksDiffer({ when, count: differing, amount: formatMoney(differenceCents) })}{' '}
          {texts.lookThere({ isBank: String(isBank) })}
        </p>
      )}
      {differences.length > 0 && (
        <ul className="card divide-y divide-line">
          {differences.map((one) => (
            <Difference key={keyOf(one)} isBank={isBank} {...one}>
              <ExplainDifference place={place} difference={one} />
            </Difference>
          ))}
        </ul>
      )}
      {more > 0 && <p>{texts.moreDiffer({ count: more })}</p>}
      {explained.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center">
            {texts.explainedDifferences({ count: explained.length })}
          </summary>
          <ul className="card divide-y divide-line">
            {explained.map((one) => (
              <Difference key={keyOf(one)} isBank={isBank} {...one}>
                <Explained place={place} difference={one} />
              </Difference>
            ))}
          </ul>
        </details>
      )}
      {gaps.map(({ from, to }) => (
        <p key={from}>{texts.noStatementOf({ from: formatDate(from), to: formatDate(to) })}</p>
      ))}
    </Part>
  );
}

const keyOf = ({ part, currency, reference }: OutsideDifference) => `${part} ${currency} ${reference}`;

type DifferenceProps = OutsideDifference & { isBank: boolean; children: ReactNode };

function Difference({ isBank, children, ...one }: DifferenceProps) {
  const sides = {
    here: texts.missingHere,
    there: texts.missingThere({ isBank: String(isBank) }),
    amount: texts.otherAmounts,
  };
  const { reference, part, side, since, cents, currency, transaction, hereCents, thereCents } = one;
  // Of another currency nobody here knows how many of its smallest unit make one.
  const amountOf = (of: number) => (currency === 'sgd' ? formatMoney(of) : `${of} ${currency.toUpperCase()}`);
  const days = Math.max(0, Math.floor((currentTime().getTime() - Date.parse(since)) / dayMs));
  return (
    <li className="grid gap-1 px-4 py-2">
      <span className="figures flex items-center min-h-11 justify-between gap-x-4">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <b className="font-semibold">{sides[side]}</b>{' '}
          {part === 'fee' ? texts.feeOfReference({ reference }) : reference}
          <span className="block text-soft text-note">
            {texts.differsSince({ day: formatDate(since), days })}
            {side === 'amount' &&
              ` · ${texts.hereAndThere({ here: amountOf(hereCents), there: amountOf(thereCents) })}`}
          </span>
        </span>
        <span className="shrink-0">
          {transaction === '' ? amountOf(cents) : <MoneyLink cents={cents} of="transaction" id={transaction} />}
        </span>
      </span>
      {children}
    </li>
  );
}
