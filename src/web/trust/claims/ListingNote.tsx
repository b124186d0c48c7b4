import { Link } from 'react-router';
import { monthsOfOneWord, type UnheededReason } from '#rules/claims/unheeded-word.ts';
import { instructorFilePath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/claims.ts';
import { useRight } from '../../platform/session/use-right.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { type Claim, isOver } from './claim-record.ts';

const whyUnheeded: Record<UnheededReason, (facts: { name: string; months: number }) => string> = {
  not_begun: texts.notSuspendedNotBegun,
  not_paid: texts.notSuspendedNotPaid,
  said_before: texts.notSuspendedSaidBefore,
  said_of_another: texts.notSuspendedSaidOfAnother,
};

/** For the staff: whether a claim about safety keeps its instructor out of the search, what a decision does to that, and where it is ended. */
export function ListingNote({ claim }: { claim: Claim }) {
  const mayList = useRight('papers');
  const instructor = claim.expand?.instructor;
  if (!instructor || !mayList || !['safety', 'identity'].includes(claim.kind)) return null;
  const { name, status } = instructor;
  const isSuspended = status === 'suspended';
  if (isOver(claim) && !isSuspended) return null;
  return (
    <Notice kind={isSuspended ? 'attention' : 'plain'} className="mt-5 max-w-[48rem]">
      {isOver(claim) && <p>{texts.staysSuspended({ name })}</p>}
      {!isOver(claim) && isSuspended && <p>{texts.suspendedByClaim({ name })}</p>}
      {!isOver(claim) && !isSuspended && claim.unheeded && (
        <p>{whyUnheeded[claim.unheeded]({ name, months: monthsOfOneWord })}</p>
      )}
      {!isOver(claim) && <p>{texts.fullEndsPackages({ name })}</p>}
      <p>
        <Link to={instructorFilePath(claim.instructor)} className="inline-flex min-h-11 items-center">
          {texts.openTheFile({ name })}
        </Link>
      </p>
    </Notice>
  );
}
