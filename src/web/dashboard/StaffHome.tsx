import { Link } from 'react-router';
import { bankPath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/dashboard.ts';
import { useToSendCount } from '../admin/money/use-bank.ts';
import { isAwaited } from '../session/is-awaited.ts';
import { useRight } from '../session/use-right.ts';
import { inline } from '../ui/inline.ts';
import { StaffDesks } from './StaffDesks.tsx';
import { countOf } from './WaitingCounts.tsx';

/** What stands above the own dashboard of staff who are no admins: the money that a person has to send, for finance, and the ways to their desks. */
export function StaffHome({ userRole }: { userRole: string }) {
  const sendsMoney = useRight('payments');
  return sendsMoney ? <FinanceHome userRole={userRole} /> : <StaffDesks userRole={userRole} />;
}

function FinanceHome({ userRole }: { userRole: string }) {
  const read = useToSendCount();
  // It would push the desks down when it came later.
  if (isAwaited(read)) return null;
  const count = read.data ?? 0;
  return (
    <>
      {count > 0 && (
        <p className="mb-6 flex">
          <Link to={bankPath} className="card block min-h-11 px-4 py-2 text-ink no-underline hover:border-green">
            {inline(texts.paymentsToSend({ b: countOf, count }))}
          </Link>
        </p>
      )}
      <StaffDesks userRole={userRole} />
    </>
  );
}
