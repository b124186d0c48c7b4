import { useQuery } from '@tanstack/react-query';
import * as texts from '#texts/adminMoney.ts';
import type { OutsideAnswer, OutsideDifference, OutsideProof } from '#wire/outside.ts';
import { MoneyLink } from '../../entries/MoneyLink.tsx';
import { currentTime } from '../../ground/clock.ts';
import { readMarketplace } from '../../session/backend.ts';
import { formatMoney } from '../../ui/format-money.ts';
import { formatDate, formatStart } from '../../ui/format-time.ts';
import { WhenRead } from '../../ui/WhenRead.tsx';

/** What the books and the payment provider's balance do not say the same of, with its age; where none is compared with it is not there. */
export function OutsideProofs({ isCompared }: { isCompared: boolean }) {
  const read = useQuery({
    queryKey: ['admin', 'outside'],
    queryFn: ({ signal }) => readMarketplace<OutsideAnswer>('outside', {}, signal),
  });
  const { data } = read;
  if (!isCompared && !(data && data.proofs.length > 0)) return null;
  return (
    <section aria-labelledby="outside-proofs">
      <h2 id="outside-proofs" className="mb-2 text-2xl">
        {texts.outsideProof}
      </h2>
      <p className="mb-4 text-soft">{texts.outsideProofAbout}</p>
      <WhenRead read={read} what={texts.outsideProofs} notLoaded={texts.outsideNotLoaded} skeleton="h-24 w-full">
        {data?.proofs.length === 0 && <p>{texts.nothingCompared}</p>}
        {data?.proofs.map((proof) => (
          <Proof key={proof.place} {...proof} />
        ))}
      </WhenRead>
    </section>
  );
}

function Proof({ comparedAt, hereCents, differing, differenceCents, differences }: OutsideProof) {
  const when = formatStart(comparedAt);
  if (differing === 0) return <p>{texts.booksAgree({ when, amount: formatMoney(hereCents) })}</p>;
  const more = differing - differences.length;
  return (
    <div className="grid gap-4">
      <p>
        {texts.booksDiffer({ when, count: differing, amount: formatMoney(differenceCents) })} {texts.lookThere}
      </p>
      <ul className="card divide-y divide-line">
        {differences.map((one) => (
          <Difference key={`${one.part} ${one.currency} ${one.reference}`} {...one} />
        ))}
      </ul>
      {more > 0 && <p>{texts.moreDiffer({ count: more })}</p>}
    </div>
  );
}

const sides = { here: texts.missingHere, there: texts.missingThere, amount: texts.otherAmounts } as const;
const dayMs = 86_400_000;

function Difference(one: OutsideDifference) {
  const { reference, part, side, since, cents, currency, transaction, hereCents, thereCents } = one;
  // Of another currency nobody here knows how many of its smallest unit make one.
  const amountOf = (of: number) => (currency === 'sgd' ? formatMoney(of) : `${of} ${currency.toUpperCase()}`);
  const days = Math.max(0, Math.floor((currentTime().getTime() - Date.parse(since)) / dayMs));
  return (
    <li className="figures flex items-center min-h-11 justify-between gap-x-4 px-4 py-2">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <b className="font-semibold">{sides[side]}</b>{' '}
        {part === 'fee' ? texts.feeOfReference({ reference }) : reference}
        <span className="block text-soft text-sm">
          {texts.differsSince({ day: formatDate(since), days })}
          {side === 'amount' && ` · ${texts.hereAndThere({ here: amountOf(hereCents), there: amountOf(thereCents) })}`}
        </span>
      </span>
      <span className="shrink-0">
        {transaction === '' ? amountOf(cents) : <MoneyLink cents={cents} of="transaction" id={transaction} />}
      </span>
    </li>
  );
}
