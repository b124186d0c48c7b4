import { Link, useSearchParams } from 'react-router';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import { lessonHistoryPath } from '#rules/paths/lesson-paths.ts';
import { roleHasRight } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/claims.ts';
import { OthersHere } from '../../platform/desk/OthersHere.tsx';
import { QueueBar } from '../../platform/desk/QueueBar.tsx';
import { useRight } from '../../platform/session/use-right.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { formatDate } from '../../platform/ui/format-time.ts';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { ClaimView } from './ClaimView.tsx';
import { type Claim, claimKinds, claimStatuses, decisionDay } from './claim-record.ts';
import { useClaim, useClaims, useWaitingContests } from './use-claims.ts';
import { WaitingContests } from './WaitingContests.tsx';

/** Claims about lessons: one's own, or, for staff, everything that waits for a decision, the most urgent first. `?claim=` opens one. */
export function ClaimsPage() {
  const [params] = useSearchParams();
  const id = params.get('claim') ?? '';
  return id === '' ? <List /> : <One key={id} id={id} />;
}

function One({ id }: { id: string }) {
  const user = useSession();
  const read = useClaim(id);
  const isStaff = useRight('claims');
  return (
    <div className="grid gap-6">
      {isStaff && <StaffQueue id={id} />}
      <WhenRead read={read} what={texts.theClaim} notLoaded={texts.claimNotLoaded} detail={texts.claimMayBeAnothers}>
        {read.data && user && (
          <ClaimView claim={read.data} me={user.id} isAdmin={roleHasRight(user.role, 'claimDecisions')} />
        )}
      </WhenRead>
    </div>
  );
}

/** The instructor, where one may read who it is, and when the claim was made. */
function whoAndWhen({ expand, created }: Claim): string {
  return [expand?.instructor?.name, formatDate(created)].filter(Boolean).join(', ');
}

/** For the staff: where the claim is among those that wait, and who else has it open. */
function StaffQueue({ id }: { id: string }) {
  const open = useClaims().data?.open ?? [];
  const cases = open.map((claim) => ({
    id: claim.id,
    to: `?claim=${claim.id}`,
    name: claimKinds[claim.kind] ?? claim.kind,
    detail: whoAndWhen(claim),
  }));
  return (
    <>
      <QueueBar cases={cases} index={open.findIndex((claim) => claim.id === id)} />
      <OthersHere id={id} />
    </>
  );
}

function List() {
  const read = useClaims();
  const isStaff = useRight('claims');
  const decides = useRight('claimDecisions');
  const contests = useWaitingContests(decides);
  const claims = <Claims read={read} isStaff={isStaff} />;
  if (!decides) return claims;
  return (
    <>
      <WhenRead read={contests} what={texts.claims} notLoaded={texts.contestsNotLoaded}>
        <WaitingContests contests={contests.data ?? []} />
      </WhenRead>
      {/* They stand below what may come, which would push them down. */}
      {!contests.isPending && claims}
    </>
  );
}

/** For staff the most urgent claim is open at once, with the way to the others; its parties choose one of theirs. */
function Claims({ read, isStaff }: { read: ReturnType<typeof useClaims>; isStaff: boolean }) {
  const { open = [], done = [] } = read.data ?? {};
  const first = isStaff ? open[0] : undefined;
  const opened = useClaim(first?.id ?? '');
  // They stand below the one that is open, which would push them down.
  const isDoneShown = done.length > 0 && !(first && opened.isPending);
  return (
    <WhenRead read={read} what={texts.claims} notLoaded={texts.claimsNotLoaded}>
      <h2 className="mb-4 text-heading">{texts.openClaims}</h2>
      {open.length === 0 && <NoClaim isStaff={isStaff} />}
      {first ? <One key={first.id} id={first.id} /> : <Rows claims={open} />}
      {isDoneShown && (
        <>
          <h2 className="mt-8 mb-4 text-heading">{texts.decidedBefore}</h2>
          <Rows claims={done} />
        </>
      )}
    </WhenRead>
  );
}

function NoClaim({ isStaff }: { isStaff: boolean }) {
  const [way, to] = isStaff ? [texts.toTheDashboard, dashboardPath] : [texts.yourLessons, lessonHistoryPath];
  return (
    <EmptyState
      title={texts.noOpenClaim}
      action={
        <LinkButton variant="secondary" to={to}>
          {way}
        </LinkButton>
      }
    >
      <p>{isStaff ? texts.nothingToDecide : texts.howAClaimBegins}</p>
    </EmptyState>
  );
}

function Rows({ claims }: { claims: readonly Claim[] }) {
  return (
    <ul className="grid max-w-[48rem] gap-3">
      {claims.map((claim) => {
        const { label, tone } = claimStatuses[claim.status] ?? { label: claim.status, tone: 'grey' };
        return (
          <li key={claim.id}>
            <Link to={`?claim=${claim.id}`} className="card block p-4 text-ink no-underline hover:bg-sunken">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <b>{claimKinds[claim.kind] ?? claim.kind}</b>
                <Badge tone={tone}>{label}</Badge>
              </span>
              <span className="block text-soft text-note">{whoAndWhen(claim)}</span>
              {tone !== 'green' && tone !== 'grey' && (
                <span className="figures block text-note">{texts.decidedBy({ time: decisionDay(claim) })}</span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
