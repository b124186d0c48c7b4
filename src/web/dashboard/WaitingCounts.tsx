import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as texts from '#texts/dashboard.ts';
import { inline } from '../ui/inline.ts';
import type { AdminAnswer } from './admin-answer.ts';

/** A count within its words. */
export const countOf = (count: ReactNode) => <b className="figures font-head text-lg">{count}</b>;

/** What waits, counted, each count with the way to it; says so when nothing does. */
export function WaitingCounts({ answer: { accounts, lessons, waiting, pendingPapers } }: { answer: AdminAnswer }) {
  const counts = [
    { count: pendingPapers, words: texts.papersToCheck({ b: countOf, count: pendingPapers }), to: '/dashboard/verify' },
    {
      count: lessons.disputed,
      words: texts.disputedLessons({ b: countOf, count: lessons.disputed }),
      to: '/dashboard/analytics/lessons?status=disputed',
    },
    {
      count: waiting.reportedReviews,
      words: texts.reportedReviews({ b: countOf, count: waiting.reportedReviews }),
      to: '/dashboard/moderation',
    },
    {
      count: waiting.failedPayouts,
      words: texts.failedPayouts({ b: countOf, count: waiting.failedPayouts }),
      to: '/dashboard/analytics/payouts/failed',
    },
    {
      count: waiting.paymentsToSend,
      words: texts.paymentsToSend({ b: countOf, count: waiting.paymentsToSend }),
      to: '/dashboard/analytics/bank',
    },
    {
      count: waiting.undeliveredMails,
      words: texts.undeliveredMails({ b: countOf, count: waiting.undeliveredMails }),
      to: '/dashboard/mails',
    },
    {
      count: lessons.requested,
      words: texts.requestedLessons({ b: countOf, count: lessons.requested }),
      to: '/dashboard/analytics/lessons?status=requested',
    },
    {
      count: lessons.held,
      words: texts.heldTimes({ b: countOf, count: lessons.held }),
      to: '/dashboard/analytics/lessons?status=held',
    },
    {
      count: accounts.unverified,
      words: texts.unverifiedAccounts({ b: countOf, count: accounts.unverified }),
      to: '/dashboard/users?status=pending',
    },
    {
      count: accounts.suspended,
      words: texts.suspendedAccounts({ b: countOf, count: accounts.suspended }),
      to: '/dashboard/users?status=suspended',
    },
  ].filter(({ count }) => count > 0);
  return (
    <section aria-label={texts.whatWaits} className="mb-6">
      {counts.length === 0 && <p className="text-soft">{texts.nothingElseWaits}</p>}
      <ul className="flex flex-wrap gap-3">
        {counts.map(({ words, to }) => (
          <li key={to}>
            <Link to={to} className="card block min-h-11 px-4 py-2 text-ink no-underline hover:border-green">
              {inline(words)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
