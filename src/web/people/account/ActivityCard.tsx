import { useQuery } from '@tanstack/react-query';
import * as texts from '#texts/account.ts';
import { formatNumber } from '#texts/format-number.ts';
import type { ActivityAnswer } from '#wire/account.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { inline } from '../../platform/ui/inline.ts';

/** How much this account was used, counted by the server. */
export function ActivityCard({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['activity', userId],
    queryFn: ({ signal }) => readMarketplace<ActivityAnswer>('activity', {}, signal),
  });
  return (
    <section aria-labelledby="activity" className="card p-5">
      <h2 id="activity" className="text-title">
        {texts.activity}
      </h2>
      {isError && !data ? (
        <p className="mt-2 text-soft">
          {inline(
            texts.numbersNotRead({
              button: (text) => (
                <Button variant="quiet" className="px-2" onClick={() => void refetch()}>
                  {text}
                </Button>
              ),
            }),
          )}
        </p>
      ) : (
        <dl className="mt-3 grid grid-cols-3 gap-3" aria-busy={!data}>
          <Count value={data?.logins} label={texts.logins} />
          <Count value={data?.daysActive} label={texts.daysActive} />
          <Count value={data?.lessons} label={texts.lessons} />
        </dl>
      )}
    </section>
  );
}

type CountProps = { value: number | undefined; label: (count: { count: number }) => string };

function Count({ value, label }: CountProps) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-note text-soft">{label({ count: value ?? 0 })}</dt>
      <dd className="figures text-heading font-semibold">{value === undefined ? '–' : formatNumber(value)}</dd>
    </div>
  );
}
