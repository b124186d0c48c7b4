import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { requestsPath } from '#rules/paths/help-paths.ts';
import { claimsPath } from '#rules/paths/lesson-paths.ts';
import {
  bankPath,
  failedPayoutsPath,
  moderationPath,
  payoutsDeskPath,
  policeListPath,
  verifyPath,
} from '#rules/paths/staff-paths.ts';
import type { WaitingDesk } from '#rules/staff/waiting-desks.ts';
import * as texts from '#texts/admin.ts';
import type { DeskWaiting } from '#wire/staff-dashboard.ts';
import { desksOf } from '../../platform/desk/desks.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { formatStart, zoneLabel } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Section } from '../../platform/ui/Section.tsx';
import { countOf } from './WaitingCounts.tsx';

const deskPaths: Record<WaitingDesk, string> = {
  papers: verifyPath,
  rechecks: policeListPath,
  reviews: moderationPath,
  support: requestsPath,
  claims: claimsPath,
  payouts: payoutsDeskPath,
  bank: bankPath,
};

type StaffDesksProps = { userRole: string; title?: string; waiting?: readonly DeskWaiting[] };

/** The ways to the desks that somebody's role opens, with what waits at each where that is given; nothing for everybody else. */
export function StaffDesks({ userRole, title = texts.desks, waiting = [] }: StaffDesksProps) {
  const desks = desksOf(userRole);
  if (desks.length === 0) return null;
  const waitingAt = new Map(waiting.map((each) => [deskPaths[each.desk], each]));
  return (
    <Section title={title}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {desks.map(({ path, opens = path, label, about }) => {
          const waits = waitingAt.get(path);
          const isFailed = path === payoutsDeskPath && (waits?.count ?? 0) > 0;
          return (
            <li key={path}>
              <Link
                to={isFailed ? failedPayoutsPath : opens}
                className="card block h-full min-h-12 px-4 py-3 text-ink no-underline hover:border-green"
              >
                <b className="block font-semibold">{label}</b>
                {waits && <WhatWaits waits={waits} />}
                <span className="block text-soft text-note">{about}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** How many cases wait at a desk, and by when the one due first is due, or since when the oldest waits. */
function WhatWaits({ waits: { count, since, dueAt } }: { waits: DeskWaiting }) {
  if (count === 0) return <span className="block py-1">{texts.nothingWaitsHere}</span>;
  const isLate = dueAt !== null && new Date(dueAt) < currentTime();
  const words = dueAt === null ? texts.oldestWaitsSince : isLate ? texts.oldestWasDue : texts.oldestIsDue;
  const time = dueAt ?? since;
  return (
    <span className="block py-1">
      <span className="block">{inline(texts.casesWait({ b: countOf, count }))}</span>
      {time !== null && (
        <span
          className={`figures flex items-center gap-1.5 text-note ${isLate ? 'font-semibold text-red' : 'text-soft'}`}
        >
          {isLate && <TriangleAlert size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />}
          {words({ time: formatStart(time), zone: zoneLabel() })}
        </span>
      )}
    </span>
  );
}
