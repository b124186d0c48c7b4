import { Link } from 'react-router';
import * as texts from '#texts/verifying.ts';
import { fieldMessageFor } from '../../../platform/session/message-for.ts';
import { messageOf } from '../../../platform/session/message-of.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { formatStart } from '../../../platform/ui/format-time.ts';
import type { Case } from './case-record.ts';
import { useDeciding } from './use-verifying.ts';

/** A suspension that waits for a second person: confirmed by somebody else, or withdrawn. */
export function SuspensionCase({ item: { suspension, profile } }: { item: Extract<Case, { what: 'suspension' }> }) {
  const user = useSession();
  const tell = useTelling();
  const deciding = useDeciding();
  const isOwn = suspension.checker === user?.id;
  const decide = (decision: Parameters<typeof deciding.mutate>[0], said: string) =>
    tell(deciding.mutateAsync(decision), {
      done: said,
      failed: (error) => fieldMessageFor(error, 'verification') ?? messageOf(error, texts.notSaved),
    });
  return (
    <div className="grid max-w-[44rem] gap-4">
      <p>
        {texts.wantsToSuspend({ person: suspension.checkerName ?? '', time: formatStart(suspension.created) })}{' '}
        <Link to={`?instructor=${profile.id}`}>{texts.seeTheFile}</Link>
      </p>
      <ul className="card grid gap-1 p-4 [overflow-wrap:anywhere]">
        {Object.values(suspension.reasons ?? {}).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className="text-soft">{isOwn ? texts.aSecondPersonConfirms : texts.confirmingMeans}</p>
      <div className="flex flex-wrap gap-3">
        {!isOwn && (
          <Button
            variant="danger"
            isBusy={deciding.isPending}
            onClick={() =>
              decide(
                { collection: 'verification_confirmations', body: { verification: suspension.id } },
                texts.wasSuspended,
              )
            }
          >
            {texts.confirmTheSuspension}
          </Button>
        )}
        <Button
          variant="secondary"
          disabled={deciding.isPending}
          onClick={() =>
            decide(
              { collection: 'verifications', id: suspension.id, body: { status: 'withdrawn' } },
              texts.suspensionWithdrawn,
            )
          }
        >
          {texts.withdrawIt}
        </Button>
      </div>
    </div>
  );
}
