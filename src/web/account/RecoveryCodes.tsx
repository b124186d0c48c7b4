import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useToast } from '../ui/Toasts.tsx';
import { saveFile } from './save-file.ts';

type RecoveryCodesProps = { codes: readonly string[]; email: string; onClose: () => void };

/** The recovery codes, this once: the server keeps only what it takes to recognise them. */
export function RecoveryCodes({ codes, email, onClose }: RecoveryCodesProps) {
  const toast = useToast();
  const text = `Recovery codes of ${email} at Kerbside. Each works once.\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ text: 'Codes copied' });
    } catch {
      toast({ text: 'This browser did not allow copying. Save them as a file.', isFailure: true });
    }
  };
  return (
    <Dialog
      isOpen={codes.length > 0}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Keep your recovery codes"
      description="Each one signs you in once, in the place of a mailed code. They are shown only now: keep them where you would keep a key."
      actions={
        <>
          <Button variant="secondary" onClick={() => void copy()}>
            Copy
          </Button>
          <Button
            variant="secondary"
            onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'kerbside-recovery-codes.txt')}
          >
            Save as a file
          </Button>
          <Button onClick={onClose}>I have kept them</Button>
        </>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="figures grid grid-cols-2 gap-x-6 gap-y-1.5 rounded bg-sunken p-4 text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
