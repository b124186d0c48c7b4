import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as texts from '#texts/account.ts';
import type { TotpEnrolmentAnswer } from '#wire/account.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { QrPicture } from '../../platform/ui/QrPicture.tsx';
import { Skeleton } from '../../platform/ui/Skeleton.tsx';
import { OtpBoxes } from '../auth/OtpBoxes.tsx';
import { completeCode, emptyOtp } from '../auth/otp-digits.ts';
import { FreshSignIn } from './FreshSignIn.tsx';
import { addApp, beginApp, useFreshly } from './use-own-factors.ts';

export type AddFactorProps = {
  user: SessionUser;
  onAdded: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

/** Adding an authenticator app: it takes the secret as a picture or as text, and shows the code that proves it. */
export function AddApp({ user, onAdded, onClose }: AddFactorProps) {
  const [enrolment, setEnrolment] = useState<TotpEnrolmentAnswer>();
  const beginning = useFreshly(user, beginApp, setEnrolment);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    beginning.start();
  });
  if (beginning.isAsking) return <FreshSignIn user={user} isOpen onDone={beginning.goOn} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={texts.addAnAuthenticatorApp}
      description={texts.scanWithYourApp}
    >
      {beginning.failure && <Notice kind="failure">{beginning.failure}</Notice>}
      {enrolment && <AppForm user={user} enrolment={enrolment} onAdded={onAdded} onClose={onClose} />}
      {!enrolment && !beginning.failure && <Skeleton className="h-64 w-64" />}
    </Dialog>
  );
}

type AppFormProps = AddFactorProps & { enrolment: TotpEnrolmentAnswer };

function AppForm({ user, enrolment: { secret, uri, enrolment }, onAdded, onClose }: AppFormProps) {
  const [digits, setDigits] = useState(emptyOtp);
  const [name, setName] = useState<string>(texts.authenticatorApp);
  const [isIncomplete, setIncomplete] = useState(false);
  const code = completeCode(digits);
  const adding = useFreshly(
    user,
    () => addApp({ enrolment, code: code ?? '', name }),
    ({ recoveryCodes }) => onAdded(recoveryCodes),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIncomplete(code === undefined);
    if (code !== undefined && !adding.isBusy) adding.start();
  };
  const failure = isIncomplete ? texts.enterAllSixDigits : adding.failure;
  if (adding.isAsking) return <FreshSignIn user={user} isOpen onDone={adding.goOn} onClose={adding.stopAsking} />;
  return (
    <form method="post" className="grid gap-4" onSubmit={submit}>
      <QrPicture text={uri} label={texts.qrForYourApp} />
      <p className="text-note text-soft">
        {texts.orTypeThisKey} <code className="figures block break-all text-body text-ink">{spaced(secret)}</code>
      </p>
      <OtpBoxes
        sendsItself={false}
        legend={texts.codeFromYourApp}
        digits={digits}
        isInvalid={failure !== undefined}
        onChange={(next) => {
          setDigits(next);
          setIncomplete(false);
        }}
      />
      <TextField
        label={texts.nameOfFactor}
        hint={texts.nameOfFactorHint}
        value={name}
        maxLength={60}
        required
        onChange={({ target }) => setName(target.value)}
      />
      {failure && <Notice kind="failure">{failure}</Notice>}
      <DialogBar>
        <Button variant="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" isBusy={adding.isBusy}>
          {texts.addIt}
        </Button>
      </DialogBar>
    </form>
  );
}

/** In groups of four, as people type it. */
function spaced(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
