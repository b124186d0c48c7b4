import type { RecordService } from 'pocketbase';
import type { FormEvent } from 'react';
import * as texts from '#texts/mailLinks.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useMailLink } from './use-mail-link.ts';

type SendAgainProps = {
  /** Why another mail is needed. */
  text?: string;
  label: string;
  collection: string;
  /** The address, where it is known. */
  email: string;
  send: (email: string, records: RecordService) => Promise<unknown>;
};

/** Asks for another mail. The answer is the same whoever has the address, and says so. */
export function SendAgain({ text, label, collection, email, send }: SendAgainProps) {
  const link = useMailLink(collection);
  const { outcome } = link;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get('email')).trim();
    void link.send((records) => send(address, records));
  };
  const fieldError = outcome.step === 'failed' ? fieldMessageFor(outcome.failure, 'email') : undefined;
  return (
    <>
      {text && outcome.step !== 'done' && <Notice kind="attention">{text}</Notice>}
      {outcome.step === 'failed' && !fieldError && <Notice kind="failure">{outcome.text}</Notice>}
      {outcome.step === 'done' && <Notice kind="success">{texts.newLinkMailed}</Notice>}
      <form
        method="post"
        className="grid gap-4"
        onSubmit={submit}
        onChange={link.open}
        onFocus={() => void loadBackend()}
      >
        <TextField
          label={texts.email}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={email}
          error={fieldError}
          required
        />
        <Button type="submit" isBusy={link.isBusy} busyText={texts.sending}>
          {label}
        </Button>
      </form>
    </>
  );
}
