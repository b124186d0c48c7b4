import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/shell.ts';
import { setLeavingQuestion } from '../../platform/offline/leaving.ts';
import { outboxNames, useOutboxEntries, useSendingOutbox } from '../../platform/offline/use-outbox.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { useKeepingDay } from './use-keeping-day.ts';

const LeavingDialog = lazy(async () => ({
  default: (await import('../../platform/offline/LeavingDialog.tsx')).LeavingDialog,
}));

/** What waits on this device, and what the server would not take when it was sent. */
export function Outbox({ user }: { user: string }) {
  useSendingOutbox(user);
  useKeepingDay(user);
  const { entries, putAway } = useOutboxEntries(user);
  const [leave, setLeave] = useState<() => void>();
  useEffect(() => {
    setLeavingQuestion((wish) => setLeave(() => wish));
    return () => setLeavingQuestion(undefined);
  }, []);
  if (entries.length === 0) return null;
  const waiting = entries.filter(({ refused }) => refused === undefined);
  const refused = entries.filter((entry) => entry.refused !== undefined);
  return (
    <div role="status" className="border-amber-line border-b bg-amber-tint px-4 py-2 print:hidden">
      {leave && (
        <Suspense>
          <LeavingDialog user={user} entries={entries} leave={leave} onStay={() => setLeave(undefined)} />
        </Suspense>
      )}
      {waiting.length > 0 && <p>{texts.keptToSend({ count: waiting.length })}</p>}
      {refused.length > 0 && (
        <ul className="grid gap-1">
          {refused.map(({ collection, body, refused: reason }) => (
            <li key={body.id} className="flex flex-wrap items-center gap-x-4">
              <Link to={lessonPath(body.lesson)} className="inline-flex min-h-12 items-center">
                {texts.notTakenBecause({ what: outboxNames[collection], reason: reason ?? '' })}
              </Link>
              <Button variant="quiet" className="min-h-12" onClick={() => putAway(body.id)}>
                {texts.putAway}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
