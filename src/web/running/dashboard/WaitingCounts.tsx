import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { claimsPath } from '#rules/paths/lesson-paths.ts';
import {
  bankPath,
  failedPayoutsPath,
  lessonsFoundPath,
  mailsPath,
  moderationPath,
  usersOfStatusPath,
  verifyPath,
} from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/dashboard.ts';
import type { AdminDashboardAnswer } from '#wire/admin-dashboard.ts';
import { inline } from '../../platform/ui/inline.ts';

/** A count within its words. */
export const countOf = (count: ReactNode) => <b className="figures font-head text-title">{count}</b>;

/** What waits, counted, each count with the way to it; says so when nothing does. */
export function WaitingCounts({
  answer: { accounts, lessons, waiting, pendingPapers },
}: {
  answer: AdminDashboardAnswer;
}) {
  const counts = [
    { count: pendingPapers, words: texts.papersToCheck({ b: countOf, count: pendingPapers }), to: verifyPath },
    {
      count: lessons.disputed,
      words: texts.disputedLessons({ b: countOf, count: lessons.disputed }),
      to: claimsPath,
    },
    {
      count: waiting.reportedReviews,
      words: texts.reportedReviews({ b: countOf, count: waiting.reportedReviews }),
      to: moderationPath,
    },
    {
      count: waiting.failedPayouts,
      words: texts.failedPayouts({ b: countOf, count: waiting.failedPayouts }),
      to: failedPayoutsPath,
    },
    {
      count: waiting.paymentsToSend,
      words: texts.paymentsToSend({ b: countOf, count: waiting.paymentsToSend }),
      to: bankPath,
    },
    {
      count: waiting.undeliveredMails,
      words: texts.undeliveredMails({ b: countOf, count: waiting.undeliveredMails }),
      to: mailsPath,
    },
    {
      count: lessons.requested,
      words: texts.requestedLessons({ b: countOf, count: lessons.requested }),
      to: lessonsFoundPath({ status: 'requested' }),
    },
    {
      count: lessons.held,
      words: texts.heldTimes({ b: countOf, count: lessons.held }),
      to: lessonsFoundPath({ status: 'held' }),
    },
    {
      count: accounts.unverified,
      words: texts.unverifiedAccounts({ b: countOf, count: accounts.unverified }),
      to: usersOfStatusPath('pending'),
    },
    {
      count: accounts.suspended,
      words: texts.suspendedAccounts({ b: countOf, count: accounts.suspended }),
      to: usersOfStatusPath('suspended'),
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
