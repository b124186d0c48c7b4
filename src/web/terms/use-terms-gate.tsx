import { type ReactNode, useState } from 'react';
import * as texts from '#texts/terms.ts';
import { messageFor } from '../session/message-for.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TermsWords } from './TermsWords.tsx';
import { useAccepting, useTerms } from './use-terms.ts';

/**
 * Before something that the terms are about, such as booking or paying: `pass(go)` goes on at once for who has agreed, or when nobody can tell,
 * since the server would not refuse either; else it asks in a window first. `window` belongs somewhere into the page.
 */
export function useTermsGate(): { pass: (go: () => void) => void; window: ReactNode } {
  const user = useSession();
  const { data: terms } = useTerms(user);
  const accepting = useAccepting(user);
  const [wanted, setWanted] = useState<{ go: () => void }>();
  const close = () => setWanted(undefined);
  const agree = () => {
    if (!terms || !wanted || accepting.isPending) return;
    const onSuccess = () => {
      close();
      wanted.go();
    };
    accepting.mutate({ version: terms.version, how: 'booking' }, { onSuccess });
  };
  return {
    pass: (go) => (terms && !terms.isAccepted ? setWanted({ go }) : go()),
    window: terms && wanted && (
      <Dialog
        isOpen
        onOpenChange={close}
        title={terms.acceptances.length > 0 ? texts.theTermsHaveChanged : texts.pleaseAgree}
        description={texts.nothingIsLost}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              {texts.notNow}
            </Button>
            <Button isBusy={accepting.isPending} onClick={agree}>
              {texts.agreeAndGoOn}
            </Button>
          </>
        }
      >
        <TermsWords terms={terms} />
        {accepting.error && (
          <Notice kind="failure" className="mt-3">
            {messageFor(accepting.error, texts.couldNotBeWrittenDown)}
          </Notice>
        )}
      </Dialog>
    ),
  };
}
