import { useQuery } from '@tanstack/react-query';
import * as texts from '#texts/earnings.ts';
import type { EarningsAnswer } from '#wire/earnings.ts';
import type { DirectPayment } from '#wire/statements.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { DirectPayments } from './DirectPayments.tsx';

type Days = { from: string; to: string };
type OwnPayment = Omit<DirectPayment, 'name'> & { expand?: { ownLearner?: { name: string } } };

/** As many as the list has rows; the sum is of all of them. */
const most = 500;

/** What own learners paid to the instructor themselves on the days of the period, one by one; nothing where there was none. */
export function DirectOfPeriod({ direct, days }: Pick<EarningsAnswer, 'direct'> & { days: Days }) {
  if (direct.payments === 0) return null;
  return <Rows totalCents={direct.totalCents} days={days} />;
}

function Rows({ totalCents, days }: { totalCents: number; days: Days }) {
  const user = useSession();
  const read = useQuery({
    queryKey: ['direct-payments', user?.id, days],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const asked = 'ownLearner.instructor.user = {:user} && paidOn >= {:from} && paidOn <= {:to}';
      const filter = backend.filter(asked, { user: user?.id ?? '', ...days });
      const wanted = { filter, sort: 'paidOn,id', expand: 'ownLearner', skipTotal: true, signal };
      const { items } = await backend.collection('own_payments').getList<OwnPayment>(1, most, wanted);
      return items.map(({ expand, ...payment }) => ({ ...payment, name: expand?.ownLearner?.name ?? '' }));
    },
  });
  return (
    <WhenRead read={read} what={texts.directPaymentsRead} notLoaded={texts.directNotLoaded} skeleton="h-24 w-full">
      {read.data && <DirectPayments payments={read.data} totalCents={totalCents} days={days} />}
    </WhenRead>
  );
}
