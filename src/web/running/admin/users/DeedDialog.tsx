import { type FormEvent, useState } from 'react';
import * as texts from '#texts/adminUsers.ts';
import type { Person } from '#wire/users.ts';
import { fieldMessageFor, messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../../platform/ui/Dialog.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { type UserDeed, useChangePeople } from './use-people.ts';

type Words = {
  title: (of: { name: string }) => string;
  about: string;
  button: string;
  done: (of: { name: string }) => string;
};

const words: Record<UserDeed, Words> = {
  invite: { title: texts.inviteName, about: texts.inviteAbout, button: texts.inviteAgain, done: texts.wasInvited },
  signOut: {
    title: texts.signNameOut,
    about: texts.signOutAbout,
    button: texts.signOutEverywhere,
    done: texts.wasSignedOut,
  },
  resetSecondFactor: {
    title: texts.resetFactorOf,
    about: texts.resetFactorAbout,
    button: texts.resetSecondFactor,
    done: texts.factorWasReset,
  },
  look: { title: texts.lookAsName, about: texts.lookAsAbout, button: texts.lookAs, done: texts.looksAs },
};

/** Asks before something is done to an account: what it is, what follows, and why where somebody looks through it. */
export function DeedDialog({ what, person, onClose }: { what: UserDeed; person: Person; onClose: () => void }) {
  const tell = useTelling();
  const [reason, setReason] = useState('');
  const { deed } = useChangePeople();
  const name = person.name || person.email;
  const { title, about, button, done } = words[what];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (deed.isPending) return;
    const body = { id: person.id, what, reason: reason.trim() };
    tell(deed.mutateAsync(body, { onSuccess: onClose }), { done: done({ name }) });
  };
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={title({ name })} description={about}>
      <form method="post" onSubmit={submit} className="grid gap-4">
        {what === 'look' && (
          <TextField
            label={texts.whyLook}
            hint={texts.whyLookHint}
            required
            maxLength={500}
            autoComplete="off"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={deed.error ? fieldMessageFor(deed.error, 'reason') : undefined}
          />
        )}
        {deed.error && <Notice kind="failure">{messageFor(deed.error, texts.deedFailed)}</Notice>}
        <DialogBar>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={deed.isPending} busyText={texts.saving}>
            {button}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}
