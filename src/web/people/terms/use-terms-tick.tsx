import { type ReactNode, useState } from 'react';
import { pleaseAgreeToTheTerms } from '#texts/auth.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { TermsTick } from './TermsTick.tsx';
import { useAccepting, useTerms } from './use-terms.ts';

/**
 * The terms as one tick of a form: `tick` belongs somewhere into it, nothing for who has agreed or when nobody can tell, since the server would not
 * refuse either. `check` answers the field's name while it is not ticked; `save` writes the tick down.
 */
export function useTermsTick(): {
  isPending: boolean;
  tick: ReactNode;
  check: () => readonly string[];
  save: () => Promise<void>;
} {
  const user = useSession();
  const { data: terms, isPending } = useTerms(user);
  const accepting = useAccepting(user);
  const [isTicked, setTicked] = useState(false);
  const [isTried, setTried] = useState(false);
  const mustAgree = terms?.isAccepted === false;
  return {
    isPending,
    tick: mustAgree && (
      <TermsTick
        terms={terms}
        isTicked={isTicked}
        error={isTried && !isTicked ? pleaseAgreeToTheTerms : undefined}
        onTick={setTicked}
      />
    ),
    check: () => {
      setTried(true);
      return mustAgree && !isTicked ? ['terms'] : [];
    },
    save: async () => {
      if (mustAgree) await accepting.mutateAsync({ version: terms.version, how: 'booking' });
    },
  };
}
