import * as texts from '#texts/terms.ts';
import type { TermsAnswer } from '#wire/terms.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { TermsWords } from './TermsWords.tsx';
import { useAccepting } from './use-terms.ts';

type TermsWindowProps = { terms: TermsAnswer; onClose: () => void; onAgreed: () => void };

/** Asks to agree to the terms before something that they are about. */
export function TermsWindow({ terms, onClose, onAgreed }: TermsWindowProps) {
  const accepting = useAccepting(useSession());
  const agree = () => {
    if (!accepting.isPending) accepting.mutate({ version: terms.version, how: 'booking' }, { onSuccess: onAgreed });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={terms.acceptances.length > 0 ? texts.theTermsHaveChanged : texts.pleaseAgree}
      description={texts.nothingIsLost}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
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
  );
}
