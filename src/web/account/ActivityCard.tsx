import { useQuery } from '@tanstack/react-query';
import { readMarketplace } from '../session/backend.ts';
import { Button } from '../ui/Button.tsx';

type Activity = { logins: number; daysActive: number; lessons: number };

/** How much this account was used, counted by the server. */
export function ActivityCard({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['activity', userId],
    queryFn: ({ signal }) => readMarketplace<Activity>('activity', {}, signal),
  });
  return (
    <section aria-labelledby="activity" className="card p-5">
      <h2 id="activity" className="text-xl">
        Activity
      </h2>
      {isError && !data ? (
        <p className="mt-2 text-soft">
          The numbers could not be read.{' '}
          <Button variant="quiet" className="px-2" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <dl className="mt-3 grid grid-cols-3 gap-3" aria-busy={!data}>
          <Count value={data?.logins} one="login" many="logins" />
          <Count value={data?.daysActive} one="day active" many="days active" />
          <Count value={data?.lessons} one="lesson" many="lessons" />
        </dl>
      )}
    </section>
  );
}

function Count({ value, one, many }: { value: number | undefined; one: string; many: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-soft">{value === 1 ? one : many}</dt>
      <dd className="figures text-2xl font-semibold">{value ?? '–'}</dd>
    </div>
  );
}
