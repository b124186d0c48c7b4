import { Link } from 'react-router';
import { pdlWarningDays } from '#rules/licence/licence-road.ts';
import { formatDate } from '../ui/format-time.ts';
import { Notice } from '../ui/Notice.tsx';
import type { Road } from './road-answer.ts';

/** Says that the provisional licence ends soon or has ended, and what follows from it; nothing while it is valid for long. */
export function PdlNotice({ road, className = '' }: { road: Road; className?: string }) {
  const { expiresOn, days, lessonsAfter } = road.pdl;
  if (days === null || days > pdlWarningDays || road.facts.licensedOn !== '') return null;
  const booked = lessonsAfter === 1 ? 'One booked lesson is' : `${lessonsAfter} booked lessons are`;
  return (
    <Notice kind={days < 0 ? 'failure' : 'attention'} className={className}>
      <p className="font-semibold">{headline(days, expiresOn)}</p>
      <p>
        Lessons after that date can&rsquo;t be booked.
        {lessonsAfter > 0 && ` ${booked} on a later day.`} Renew it, then{' '}
        <Link to="/dashboard/road?step=provisional_licence" className="inline-flex min-h-11 items-center sm:min-h-0">
          enter the new date
        </Link>
        .
      </p>
    </Notice>
  );
}

function headline(days: number, expiresOn: string): string {
  if (days < 0) return `Your provisional licence ended on ${formatDate(expiresOn)}`;
  if (days === 0) return 'Your provisional licence ends today';
  return `Your provisional licence ends in ${days} ${days === 1 ? 'day' : 'days'}, on ${formatDate(expiresOn)}`;
}
