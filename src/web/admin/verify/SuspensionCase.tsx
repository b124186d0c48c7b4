import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#texts/verifying.ts';
import { fieldMessageFor, messageFor } from '../../session/message-for.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { formatStart } from '../../ui/format-time.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import type { Case } from './case-record.ts';
import { useDeciding } from './use-verifying.ts';

/** A suspension that waits for a second person: confirmed by somebody else, or withdrawn. */
export function SuspensionCase({ item: { suspension, profile } }: { item: Extract<Case, { what: 'suspension' }> }) {
  const user = useSession();
  const toast = useToast();
  const deciding = useDeciding();
  const [problem, setProblem] = useState<string>();
  const isOwn = suspension.checker === user?.id;
  const decide = (decision: Parameters<typeof deciding.mutate>[0], said: string) =>
    deciding.mutate(decision, {
      onSuccess: () => toast({ text: said }),
      onError: (error) =>
        setProblem(
          fieldMessageFor(error, 'verification') ??
            fieldMessageFor(error, 'status') ??
            messageFor(error, texts.notSaved),
        ),
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
      {problem && <Notice kind="failure">{problem}</Notice>}
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
