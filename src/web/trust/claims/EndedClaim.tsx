import { Link } from 'react-router';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import { claimPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/claims.ts';
import type { ActionLesson } from '../../platform/records/action-lesson.ts';
import { OutcomeCard } from '../../platform/ui/OutcomeCard.tsx';
import { claimKinds, claimOutcomes } from './claim-record.ts';
import { useEndedClaim } from './use-claims.ts';

/** What came of the last claim about a lesson, with the way to it; nothing where there is none. One that is open stands with what can be done. */
export function EndedClaim({ lesson: { id, status } }: { lesson: ActionLesson }) {
  const mayHave = isLesson('begun', status) || isLesson('missed', status) || isLesson('cancelled', status);
  const { data: claim } = useEndedClaim(id, mayHave && status !== 'disputed');
  if (!claim) return null;
  const isDecided = claim.status === 'decided';
  const outcome = claimOutcomes.find(({ value }) => value === claim.outcome)?.label ?? claim.outcome;
  return (
    <OutcomeCard
      id="claim"
      title={texts.claimAboutThis}
      rows={[
        [texts.about, claimKinds[claim.kind] ?? claim.kind],
        [texts.whatCameOfIt, isDecided ? outcome : texts.statusWithdrawn],
      ]}
    >
      <p className="mt-2 print:hidden">
        <Link to={claimPath(claim.id)} className="inline-flex min-h-11 items-center">
          {isDecided ? texts.seeTheDecision : texts.seeTheClaim}
        </Link>
      </p>
    </OutcomeCard>
  );
}
