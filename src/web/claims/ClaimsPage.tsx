import { Link, useSearchParams } from 'react-router';
import { roleHasRight } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/claims.ts';
import { currentTime } from '../app/clock.ts';
import { useRight } from '../session/use-right.ts';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/Badge.tsx';
import { formatDate, formatSlotInText } from '../ui/format-time.ts';
import { WhenRead } from '../ui/WhenRead.tsx';
import { ClaimView } from './ClaimView.tsx';
import { type Claim, claimKinds, claimStatuses } from './claim-record.ts';
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
  return (
    <WhenRead read={read} what={texts.theClaim} notLoaded={texts.claimNotLoaded} detail={texts.claimMayBeAnothers}>
      {read.data && user && (
        <ClaimView claim={read.data} me={user.id} isAdmin={roleHasRight(user.role, 'claimDecisions')} />
      )}
    </WhenRead>
  );
}

function List() {
  const read = useClaims();
  const decides = useRight('claimDecisions');
  const contests = useWaitingContests(decides);
  if (!decides) return <Claims read={read} />;
  return (
    <>
      <WhenRead read={contests} what={texts.claims} notLoaded={texts.contestsNotLoaded}>
        <WaitingContests contests={contests.data ?? []} />
      </WhenRead>
      {/* They stand below what may come, which would push them down. */}
      {!contests.isPending && <Claims read={read} />}
    </>
  );
}

function Claims({ read }: { read: ReturnType<typeof useClaims> }) {
  return (
    <WhenRead read={read} what={texts.claims} notLoaded={texts.claimsNotLoaded}>
      <h2 className="mb-4 text-2xl">{texts.openClaims}</h2>
      {read.data?.open.length === 0 && <p className="mb-8">{texts.noOpenClaim}</p>}
      <Rows claims={read.data?.open ?? []} />
      {(read.data?.done.length ?? 0) > 0 && <h2 className="mt-8 mb-4 text-2xl">{texts.decidedBefore}</h2>}
      <Rows claims={read.data?.done ?? []} />
    </WhenRead>
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
              <span className="block text-soft text-sm">
                {claim.expand?.instructor?.name}, {formatDate(claim.created)}
              </span>
              {tone !== 'green' && tone !== 'grey' && (
                <span className="figures block text-sm">
                  {texts.decidedBy({ time: formatSlotInText(claim.decideBy, currentTime()) })}
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
