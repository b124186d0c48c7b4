import { useState } from 'react';
import { Link } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/packages.ts';
import type { OwnPackage } from '#wire/credit.ts';
import { useBalance } from '../../money/billing/credit/use-credit.ts';
import { moneyTag } from '../../money/entries/MoneyLink.tsx';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate, formatMinutes } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { ProgressLane } from '../../platform/ui/ProgressLane.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { PurchaseList } from './PurchaseList.tsx';
import { useGivingBack } from './use-packages.ts';

/** A learner's packages: minutes left, until when, and what giving one back brings; below them those that are over. */
export function OwnPackages() {
  const read = useBalance();
  const user = useSession();
  return (
    <div className="grid max-w-[48rem] gap-10">
      <section aria-labelledby="packages">
        <h2 id="packages" className="mb-4 text-heading">
          {texts.yourPackages}
        </h2>
        <WhenRead read={read} what={texts.yourPackagesRead} notLoaded={texts.packagesNotLoaded} skeleton="h-56 w-full">
          {read.data?.packages.length === 0 && (
            <EmptyState
              title={texts.noPackageYet}
              action={<LinkButton to="/instructors">{texts.findAnInstructor}</LinkButton>}
            >
              <p>{texts.whatAPackageIs}</p>
            </EmptyState>
          )}
          <ul className="grid gap-4">
            {read.data?.packages.map((pack) => (
              <PackageCard key={pack.id} pack={pack} />
            ))}
          </ul>
        </WhenRead>
      </section>
      <PurchaseList
        title={texts.allYouBought}
        filter={`learner = '${user?.id}'`}
        nameOf={({ expand }) => expand?.instructor?.name ?? ''}
        isHiddenIfEmpty
      />
    </div>
  );
}

function PackageCard({ pack }: { pack: OwnPackage }) {
  const { instructor, instructorName, minutes, minutesLeft, expiresOn, priceCents } = pack;
  return (
    <li className="card grid gap-3 p-5">
      <div>
        <p className="figures font-bold font-head text-title">
          {texts.minutesLeft({ left: formatMinutes(minutesLeft) })}
        </p>
        <p>
          <Link to={`/instructors/${instructor}`}>{texts.withInstructor({ instructorName })}</Link>
        </p>
      </div>
      <ProgressLane
        label={texts.usedOf({ used: formatMinutes(minutes - minutesLeft), all: formatMinutes(minutes) })}
        percent={Math.round(((minutes - minutesLeft) * 100) / minutes)}
      />
      <p className="figures text-note text-soft">
        {inline(
          texts.paidAndGoodUntil({
            price: formatMoney(priceCents),
            expiresOn: formatDate(expiresOn),
            link: moneyTag({ cents: priceCents, of: 'package', id: pack.id }),
          }),
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={bookingPath({ instructor })}>{texts.bookWithIt}</LinkButton>
        <GiveBack pack={pack} />
      </div>
    </li>
  );
}

function GiveBack({ pack: { id, refundCents, refundTo, minutesLeft } }: { pack: OwnPackage }) {
  const [isAsking, setAsking] = useState(false);
  const giving = useGivingBack();
  const tell = useTelling();
  const refund = formatMoney(refundCents);
  const giveBack = () =>
    tell(giving.mutateAsync(id, { onSuccess: () => setAsking(false) }), {
      done: (made) => texts.onItsWay({ refund: formatMoney(made.refundCents ?? 0), refundTo }),
    });
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {texts.giveBack}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={texts.giveBackTheRest}
        description={
          <>
            <span className="figures block font-semibold text-ink">{texts.youGetBack({ refund, refundTo })}</span>
            <span className="block">{texts.howItIsWorkedOut({ left: formatMinutes(minutesLeft) })}</span>
            {giving.error && (
              <Notice kind="failure">
                {fieldMessageFor(giving.error, 'packagePurchase') ?? messageFor(giving.error, texts.notGivenBack)}
              </Notice>
            )}
          </>
        }
        confirmLabel={texts.giveBackFor({ refund })}
        cancelLabel={texts.keepIt}
        isHarmful
        isBusy={giving.isPending}
        onConfirm={() => void giveBack()}
      />
    </>
  );
}
