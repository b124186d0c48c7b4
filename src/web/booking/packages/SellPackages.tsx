import { type FormEvent, useState } from 'react';
import { packageMinutes, packagePrice, suggestedDiscount } from '#rules/packages/package-price.ts';
import * as texts from '#texts/packages.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { PackageOffer } from '../../platform/records/package-record.ts';
import { useInstructorDashboard } from '../../platform/records/use-dashboard.ts';
import { useInstructor } from '../../platform/records/use-lessons.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatMinutes } from '../../platform/ui/format-time.ts';
import { NoInstructorProfile } from '../../platform/ui/NoInstructorProfile.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { PurchaseList } from './PurchaseList.tsx';
import { useOfferChange, useOffersOf } from './use-packages.ts';

/** What an instructor sells in advance: each length on or off with its discount, and who bought. */
export function SellPackages() {
  const dashboard = useInstructorDashboard();
  return (
    <WhenRead read={dashboard} what={texts.packagesRead} notLoaded={texts.packagesNotLoaded}>
      {dashboard.data?.instructor ? (
        <Selling instructor={dashboard.data.instructor.id} />
      ) : (
        <NoInstructorProfile what={texts.packagesWord} />
      )}
    </WhenRead>
  );
}

function Selling({ instructor }: { instructor: string }) {
  const offers = useOffersOf(instructor);
  const profile = useInstructor(instructor);
  return (
    <div className="grid max-w-[48rem] gap-10">
      <section aria-labelledby="selling">
        <h2 id="selling" className="text-heading">
          {texts.packagesYouSell}
        </h2>
        <p className="mt-1 mb-4 text-soft">{texts.packagesYouSellLead}</p>
        <WhenRead read={offers} what={texts.packagesRead} notLoaded={texts.packagesNotLoaded} skeleton="h-56 w-full">
          {offers.data && profile.data && (
            <div className="grid gap-4 sm:grid-cols-2">
              {packageMinutes.map((minutes) => (
                <OfferForm
                  key={minutes}
                  minutes={minutes}
                  instructor={instructor}
                  hourlyCents={profile.data.hourlyCents}
                  offer={offers.data.find((each) => each.minutes === minutes)}
                />
              ))}
            </div>
          )}
        </WhenRead>
      </section>
      {/* Below what is read first, so that it doesn't move. */}
      {offers.data && profile.data && (
        <PurchaseList
          title={texts.packagesSold}
          filter={`instructor = '${instructor}'`}
          nameOf={({ expand }) => expand?.learner?.name || texts.aLearner}
        />
      )}
    </div>
  );
}

type OfferFormProps = {
  instructor: string;
  minutes: number;
  hourlyCents: number;
  offer: PackageOffer | undefined;
};

function OfferForm({ instructor, minutes, hourlyCents, offer }: OfferFormProps) {
  const policy = usePolicy();
  const [percent, setPercent] = useState(String(offer?.discountPercent ?? suggestedDiscount(minutes, policy)));
  const [active, setActive] = useState(offer?.active ?? false);
  const change = useOfferChange(offer);
  const tell = useTelling();
  const isRight = /^\d{1,2}$/.test(percent) && Number(percent) <= 50;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending || !isRight) return;
    const offered = { instructor, minutes, discountPercent: Number(percent), active };
    tell(change.mutateAsync(offered), { done: texts.offerSaved });
  };
  const { fullCents, priceCents } = packagePrice(hourlyCents, minutes, isRight ? Number(percent) : 0);
  return (
    <form onSubmit={save} method="post" noValidate aria-label={formatMinutes(minutes)} className="card grid gap-3 p-5">
      <p className="font-bold font-head text-title">{formatMinutes(minutes)}</p>
      <Checkbox label={texts.sellThis} checked={active} onChange={(event) => setActive(event.target.checked)} />
      <TextField
        label={texts.discountPercent}
        inputMode="numeric"
        className="figures"
        value={percent}
        onChange={(event) => setPercent(event.target.value.trim())}
        error={
          isRight
            ? ((change.error && fieldMessageFor(change.error, 'discountPercent')) ?? undefined)
            : texts.percentRange
        }
      />
      <p className="figures text-soft">
        {texts.learnersPay({ price: formatMoney(priceCents), full: formatMoney(fullCents) })}
      </p>
      {change.isError && <Notice kind="failure">{messageFor(change.error, texts.offerNotSaved)}</Notice>}
      <p>
        <Button type="submit" variant="secondary" isBusy={change.isPending} busyText={texts.oneMoment}>
          {texts.saveOffer}
        </Button>
      </p>
    </form>
  );
}
