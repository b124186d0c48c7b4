import { Link } from 'react-router';
import { pdlWarningDays } from '#rules/licence/licence-road.ts';
import { roadStepPath } from '#rules/paths/learner-paths.ts';
import * as texts from '#texts/road.ts';
import type { RoadAnswer } from '#wire/road.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';

/** Says that the provisional licence ends soon or has ended, and what follows from it; nothing while it is valid for long. */
export function PdlNotice({ road, className = '' }: { road: RoadAnswer; className?: string }) {
  const { expiresOn, days, lessonsAfter } = road.pdl;
  if (days === null || days > pdlWarningDays || road.facts.licensedOn !== '') return null;
  return (
    <Notice kind={days < 0 ? 'failure' : 'attention'} className={className}>
      <p className="font-semibold">{headline(days, expiresOn)}</p>
      <p>
        {texts.lessonsAfterThatDateCant}
        {lessonsAfter > 0 && ` ${texts.bookedOnALaterDay({ count: lessonsAfter })}`}{' '}
        {inline(
          texts.renewAndEnter({
            link: (text) => (
              <Link to={roadStepPath('provisional_licence')} className="inline-flex min-h-11 items-center sm:min-h-0">
                {text}
              </Link>
            ),
          }),
        )}
      </p>
    </Notice>
  );
}

function headline(days: number, expiresOn: string): string {
  if (days < 0) return texts.yourProvisionalLicenceEndedOn({ expiresOn: formatDate(expiresOn) });
  if (days === 0) return texts.yourProvisionalLicenceEnds;
  return texts.licenceEndsIn({ days, expiresOn: formatDate(expiresOn) });
}
