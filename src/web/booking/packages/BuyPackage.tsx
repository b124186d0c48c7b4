import { useNavigate } from 'react-router';
import { packagePrice } from '#rules/packages/package-price.ts';
import { payPackagePath } from '#rules/paths/money-paths.ts';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/packages.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import type { PackageOffer } from '../../platform/records/package-record.ts';
import { useInstructor } from '../../platform/records/use-lessons.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate, formatMinutes } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { useLastDay, useOffersOf, useOrdering } from './use-packages.ts';

type BuyPackageProps = { instructorId: string; minutes: number | undefined };

/** What an instructor's packages cost and which rules hold for them; choosing one locks its price and leads to paying it. */
export function BuyPackage({ instructorId, minutes }: BuyPackageProps) {
  const instructor = useInstructor(instructorId);
  const offers = useOffersOf(instructorId);
  const read = { data: instructor.data && offers.data, isError: instructor.isError || offers.isError };
  const refetch = () => Promise.all([instructor.refetch(), offers.refetch()]);
  const sold = (offers.data ?? []).filter(({ active }) => active);
  return (
    <div className="max-w-[38rem]">
      <WhenRead
        read={{ ...read, refetch: refetch as never }}
        what={texts.packagesRead}
        notLoaded={texts.packagesNotLoaded}
        skeleton="h-72 w-full"
      >
        {instructor.data && sold.length === 0 && (
          <EmptyState
            title={texts.sellsNone({ instructorName: instructor.data.name })}
            action={<LinkButton to={`/instructors/${instructorId}`}>{texts.toTheInstructor}</LinkButton>}
          />
        )}
        {instructor.data && sold.length > 0 && (
          <Choice instructor={instructor.data} offers={sold.sort((one) => (one.minutes === minutes ? -1 : 1))} />
        )}
      </WhenRead>
    </div>
  );
}

function Choice({ instructor, offers }: { instructor: Instructor; offers: PackageOffer[] }) {
  const ordering = useOrdering();
  const tell = useTelling();
  const navigate = useNavigate();
  const policy = usePolicy();
  const lastDay = useLastDay(instructor, offers[0]?.minutes ?? 0);
  const refused = refusedFields(ordering.error)[0]?.message;
  const order = (minutes: number) => {
    if (ordering.isPending) return;
    tell(ordering.mutateAsync({ instructor: instructor.id, minutes }), {
      goOn: ({ id }) => navigate(payPackagePath(id)),
    });
  };
  return (
    <section aria-labelledby="buy" className="grid gap-5">
      <h2 id="buy" className="text-heading">
        {texts.hoursWith({ instructorName: instructor.name })}
      </h2>
      {ordering.isError && <Notice kind="failure">{refused || messageFor(ordering.error, texts.notOrdered)}</Notice>}
      <ul className="grid gap-4">
        {offers.map(({ id, minutes, discountPercent }) => {
          const { fullCents, priceCents } = packagePrice(instructor.hourlyCents, minutes, discountPercent);
          return (
            <li key={id} className="card grid gap-3 p-5">
              <p className="font-bold font-head text-title">{formatMinutes(minutes)}</p>
              <p className="figures">
                <b className="font-semibold">{formatMoney(priceCents)}</b>{' '}
                {discountPercent > 0 && (
                  <span className="text-soft">
                    {texts.insteadOf({ full: formatMoney(fullCents), percent: String(discountPercent) })}
                  </span>
                )}
              </p>
              <p>
                <Button
                  isBusy={ordering.isPending && ordering.variables.minutes === minutes}
                  busyText={texts.oneMoment}
                  onClick={() => order(minutes)}
                >
                  {texts.buyFor({ price: formatMoney(priceCents) })}
                </Button>
              </p>
            </li>
          );
        })}
      </ul>
      <ul className="grid list-disc gap-1 pl-5 text-soft">
        <li>{texts.ruleOfPrice}</li>
        {lastDay && <li>{texts.goodUntil({ expiresOn: formatDate(lastDay) })}</li>}
        <li>{texts.ruleOfRefund}</li>
        <li>{texts.ruleOfNoTimes({ days: formatUnit(policy.noSlotsDays, 'day') })}</li>
      </ul>
    </section>
  );
}
