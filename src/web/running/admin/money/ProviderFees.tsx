import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { entriesPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/adminMoney.ts';
import type { ProviderFeesAnswer, RefusedFee } from '#wire/provider-fees.ts';
import { callMarketplace, readMarketplace } from '../../../platform/session/backend.ts';
import { messageOf } from '../../../platform/session/message-of.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../../platform/ui/Dialog.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate, formatMonth } from '../../../platform/ui/format-time.ts';
import { lastDayOf } from '../../../platform/ui/last-day-of.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { ProviderCharges } from './ProviderCharges.tsx';

const key = ['admin', 'provider-fees'] as const;

const whyNotBooked: Record<string, string> = {
  other_currency: texts.feeOtherCurrency,
  negative: texts.feeNegative,
  more_than_paid: texts.feeMoreThanPaid,
  not_told: texts.feeNotTold,
};

/**
 * What the payment provider charged by month, each with its entries, and what of it could not be booked. Where the provider of now charges nothing it is
 * there for what the one of before charged.
 */
export function ProviderFees({ isCharged }: { isCharged: boolean }) {
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readMarketplace<ProviderFeesAnswer>('provider-fees', {}, signal),
  });
  const { data } = read;
  if (!isCharged && !(data && data.months.length + data.awaited + data.refusedCount > 0)) return null;
  return (
    <section aria-labelledby="provider-fees">
      <h2 id="provider-fees" className="mb-2 text-heading">
        {texts.providerFees}
      </h2>
      <p className="mb-4 text-soft">{texts.providerFeesAbout}</p>
      <WhenRead read={read} what={texts.theFees} notLoaded={texts.feesNotLoaded} skeleton="h-24 w-full">
        {data && <Fees {...data} />}
      </WhenRead>
    </section>
  );
}

function Fees({ months, awaited, refused, refusedCount, charges }: ProviderFeesAnswer) {
  return (
    <div className="grid gap-4">
      {months.length === 0 && <p>{texts.noFeesYet}</p>}
      {months.length > 0 && (
        <ul className="card divide-y divide-line">
          {months.map(({ month, amountCents }) => (
            <li key={month} className="figures flex items-center justify-between gap-x-4 px-4 py-1">
              <span>{formatMonth(month)}</span>
              <Link
                to={entriesPath('provider_fees', { from: `${month}-01`, to: lastDayOf(month) })}
                className="inline-flex min-h-11 items-center"
              >
                {formatMoney(amountCents)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {awaited > 0 && <p>{texts.feesAwaited({ count: awaited })}</p>}
      {charges.length > 0 && <ProviderCharges charges={charges} />}
      {refused.length > 0 && <NotBooked refused={refused} refusedCount={refusedCount} />}
    </div>
  );
}

function NotBooked({ refused, refusedCount }: Pick<ProviderFeesAnswer, 'refused' | 'refusedCount'>) {
  const more = refusedCount - refused.length;
  return (
    <>
      <p>{texts.feesNotBookedAbout}</p>
      <ul className="card divide-y divide-line">
        {refused.map((fee) => (
          <NotBookedFee key={fee.id} {...fee} />
        ))}
      </ul>
      {more > 0 && <p>{texts.moreFeesNotBooked({ count: more })}</p>}
    </>
  );
}

function NotBookedFee({ id, reference, paidCents, refusalCode, said, refusedAt }: RefusedFee) {
  const tell = useTelling();
  const deed = useFeeDeed(id);
  const [isLeaving, setIsLeaving] = useState(false);
  const act = (what: FeeDeed, done: string) =>
    tell(deed.mutateAsync(what), { done, failed: (problem) => messageOf(problem, texts.nothingChanged) });
  return (
    <li className="figures px-4 py-3 [overflow-wrap:anywhere]">
      <b className="font-semibold">{formatMoney(paidCents)}</b> {reference}
      <span className="block text-soft text-note">
        {formatDate(refusedAt)} · {whyNotBooked[refusalCode] ?? refusalCode}
        {said !== '' && ` (${said})`}
      </span>
      <span className="mt-2 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          isBusy={deed.isPending}
          aria-label={texts.askAgainFor({ reference })}
          onClick={() => act('again', texts.feeAskedAgain({ reference }))}
        >
          {texts.askAgain}
        </Button>
        <Button
          variant="quiet"
          isBusy={deed.isPending}
          aria-label={texts.leaveItOutOf({ reference })}
          onClick={() => setIsLeaving(true)}
        >
          {texts.leaveItOut}
        </Button>
      </span>
      <ConfirmDialog
        isOpen={isLeaving}
        onOpenChange={setIsLeaving}
        title={texts.leaveThisFeeOut}
        description={texts.leavingOutMeans({ reference })}
        confirmLabel={texts.leaveItOut}
        cancelLabel={texts.keepOnTheList}
        isHarmful
        onConfirm={() => {
          setIsLeaving(false);
          act('leave', texts.feeLeftOut({ reference }));
        }}
      />
    </li>
  );
}

type FeeDeed = 'again' | 'leave';

/** Does something about a fee that was not booked; all are read again. */
function useFeeDeed(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (what: FeeDeed) => callMarketplace('POST', `provider-fees/${encodeURIComponent(id)}/${what}`),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
