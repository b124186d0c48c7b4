import { useEffect, useRef } from 'react';
import * as texts from '#texts/session.ts';
import { currentTime } from '../ground/clock.ts';
import { type ToastMessage, useToast } from '../ui/Toasts.tsx';
import { messageOf } from './message-of.ts';
import { refusedFields } from './server-errors.ts';

/** What is told: the words, or all of a message that can be undone or is bad news. Undefined: nothing. */
type Told = ToastMessage | string | undefined;

/** A form that goes so soon after it showed why something failed, in milliseconds, showed it to nobody. */
const unreadMs = 2000;

type Outcome<Answer> = {
  /** What is told when it is done; whatever else has to follow on the answer, seen or not, follows here, too. */
  done?: Told | ((answer: Answer) => Told);
  /** Why it was not done. Where it says nothing, the component shows that itself, and a message tells it if that is gone, or goes at once. */
  failed?: (error: unknown) => string | undefined;
  /** Leads on, unless whoever began it has gone to another page meanwhile. */
  goOn?: (answer: Answer) => unknown;
};

/**
 * Tells a person what their deed came to, whatever became of the component that sent it: `tell(saving.mutateAsync(body), { done: texts.saved })`.
 * What is decided leaves its queue and what is answered its page, often before the answer is here: the server publishes at commit, and lists are
 * read anew. TanStack then calls none of the callbacks of `mutate`, so those are for what is the component's own: its fields, its dialog.
 */
export function useTelling() {
  const toast = useToast();
  const isThere = useRef(true);
  const shown = useRef<{ why: string; atMs: number }>(undefined);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      if (shown.current && currentTime().getTime() < shown.current.atMs + unreadMs)
        toast({ text: shown.current.why, isFailure: true });
    };
  }, [toast]);
  function tell<Answer>(deed: Promise<Answer>, { done, failed, goOn }: Outcome<Answer>): void {
    const begunAt = place();
    // What was wrong before is tried again.
    shown.current = undefined;
    const say = (told: Told) => told !== undefined && toast(typeof told === 'string' ? { text: told } : told);
    deed.then(
      (answer) => {
        if (place() === begunAt) void goOn?.(answer);
        say(typeof done === 'function' ? done(answer) : done);
      },
      (error: unknown) => {
        const why = failed?.(error);
        if (why === undefined && isThere.current)
          shown.current = { why: reasonOf(error), atMs: currentTime().getTime() };
        else say({ text: why ?? reasonOf(error), isFailure: true });
      },
    );
  }
  return tell;
}

const place = () => location.pathname + location.search;

/** Why something failed whose form is gone: the server's sentence of any of its fields, or its own. */
function reasonOf(error: unknown): string {
  return messageOf(error, refusedFields(error)[0]?.message || texts.deedNotDone);
}
