import { type FormEvent, useState } from 'react';
import * as texts from '#texts/account.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { addPasskey } from '../auth/passkeys.ts';
import type { AddFactorProps } from './AddApp.tsx';
import { deviceName } from './device-name.ts';
import { FreshSignIn } from './FreshSignIn.tsx';
import { useFreshly } from './use-own-factors.ts';

/** Adding a passkey: a name for it here, then the browser asks where it is to be kept. */
export function AddPasskey({ user, onAdded, onClose }: AddFactorProps) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const adding = useFreshly(
    user,
    () => addPasskey(name),
    ({ recoveryCodes }) => onAdded(recoveryCodes),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!adding.isBusy) adding.start();
  };
  if (adding.isAsking) return <FreshSignIn user={user} isOpen onDone={adding.goOn} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={texts.addAPasskey}
      description={texts.passkeyIsMade}
    >
      <form method="post" className="grid gap-4" onSubmit={submit}>
        <TextField
          label={texts.nameOfFactor}
          hint={texts.nameOfFactorHint}
          value={name}
          maxLength={60}
          required
          autoFocus
          onChange={({ target }) => setName(target.value)}
        />
        {adding.failure && <Notice kind="failure">{adding.failure}</Notice>}
        <DialogBar>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={adding.isBusy}>
            {texts.goOn}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}
