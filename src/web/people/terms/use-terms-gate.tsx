import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSession } from '../../platform/session/use-session.ts';
import { useTerms } from './use-terms.ts';

const loadWindow = () => import('./TermsWindow.tsx');

/** Most people have agreed when they signed up. */
const TermsWindow = lazy(async () => ({ default: (await loadWindow()).TermsWindow }));

/**
 * Before something that the terms are about, such as booking or paying: `pass(go)` goes on at once for who has agreed, or when nobody can tell,
 * since the server would not refuse either; else it asks in a window first. `window` belongs somewhere into the page.
 */
export function useTermsGate(): { pass: (go: () => void) => void; window: ReactNode } {
  const { data: terms } = useTerms(useSession());
  const [wanted, setWanted] = useState<{ go: () => void }>();
  const mustAgree = terms?.isAccepted === false;
  useEffect(() => {
    // It is there when the button is pressed. Where it can't be had now, that asks again.
    if (mustAgree) loadWindow().catch(() => undefined);
  }, [mustAgree]);
  const close = () => setWanted(undefined);
  return {
    pass: (go) => (mustAgree ? setWanted({ go }) : go()),
    window: terms && wanted && (
      <Suspense>
        <TermsWindow
          terms={terms}
          onClose={close}
          onAgreed={() => {
            close();
            wanted.go();
          }}
        />
      </Suspense>
    ),
  };
}
