import * as texts from '#texts/account.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';
import { useToast } from '../../platform/ui/Toasts.tsx';
import { saveFile } from './save-file.ts';

type RecoveryCodesProps = { codes: readonly string[]; email: string; onClose: () => void };

/** The recovery codes, this once: the server keeps only what it takes to recognise them. */
export function RecoveryCodes({ codes, email, onClose }: RecoveryCodesProps) {
  const toast = useToast();
  const text = texts.recoveryCodesFile({ email, codes: codes.join('\n') });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ text: texts.codesCopied });
    } catch {
      toast({ text: texts.thisBrowserDidNotAllow, isFailure: true });
    }
  };
  return (
    <Dialog
      isOpen={codes.length > 0}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={texts.keepYourRecoveryCodes}
      description={texts.recoveryCodesLead}
      actions={
        <>
          <Button variant="secondary" onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button
            variant="secondary"
            onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'kerbside-recovery-codes.txt')}
          >
            {texts.saveAsAFile}
          </Button>
          <Button onClick={onClose}>{texts.iHaveKeptThem}</Button>
        </>
      }
    >
      <ul
        aria-label={texts.recoveryCodes}
        className="figures grid grid-cols-2 gap-x-6 gap-y-1.5 rounded bg-sunken p-4 text-note"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
