import { type FormEvent, useState } from 'react';
import * as texts from '#texts/adminMoney.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';

type NoteReferenceProps = {
  /** What was sent, read out with the button: several of them are on one page. */
  what: string;
  isBusy: boolean;
  onNote: (reference: string) => void;
};

/** Notes by which reference of the bank money was sent. */
export function NoteReference({ what, isBusy, onNote }: NoteReferenceProps) {
  const [reference, setReference] = useState('');
  const [isTried, setTried] = useState(false);
  const note = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reference.trim() !== '' && !isBusy) onNote(reference.trim());
  };
  return (
    <form onSubmit={note} noValidate method="post" className="flex flex-wrap items-end gap-3">
      <TextField
        label={texts.bankReference}
        maxLength={200}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
        error={isTried && reference.trim() === '' ? texts.writeTheReference : undefined}
      />
      <Button type="submit" variant="secondary" isBusy={isBusy} aria-label={`${texts.markAsSent}: ${what}`}>
        {texts.markAsSent}
      </Button>
    </form>
  );
}
