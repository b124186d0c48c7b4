import { type FormEvent, useState } from 'react';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/account.ts';
import { sessionFactor } from '../../platform/desk/session-factor.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx';
import { SwitchLine } from '../../talk/notifications/SwitchLine.tsx';
import { FreshSignIn } from './FreshSignIn.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { asksToSignIn, useOwnFactors } from './use-own-factors.ts';
import { useTwoFactor } from './use-two-factor.ts';

type Wish = 'on' | 'off' | 'codes';

const words = {
  on: {
    title: texts.turnTwoFactorOn,
    description: texts.twoFactorOnMeans,
    action: texts.turnOn,
  },
  off: {
    title: texts.turnTwoFactorOff,
    description: texts.twoFactorOffMeans,
    action: texts.turnOff,
  },
  codes: {
    title: texts.makeNewRecoveryCodes,
    description: texts.theCodesYouHaveNow,
    action: texts.makeNewCodes,
  },
} as const;

/** The switch for signing in with two factors. Turning it asks for the password; turning it on shows the recovery codes once. */
export function TwoFactor({ user }: { user: SessionUser }) {
  const { setting, changing } = useTwoFactor();
  const [wish, setWish] = useState<Wish>();
  // The password that was given, while a new sign-in is asked for that the change also takes.
  const [given, setGiven] = useState<string>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const isOn = setting.data?.isOn ?? user.twoFactor;
  const left = setting.data?.recoveryCodesLeft ?? 0;
  const { sendsMail, staffNeedSecondFactor } = useConfig();
  const apps = useOwnFactors('totp_devices').data?.length ?? 0;
  const hasOwn = apps + (useOwnFactors('passkeys').data?.length ?? 0) > 0;
  const isBlocked = !isOn && !hasOwn && !(user.verified && sendsMail);
  // With recovery codes a password alone would be both factors: such staff get theirs with a factor of their own.
  const getsNoCodes = isStaffRole(user.role) && staffNeedSecondFactor && sessionFactor() !== 'own';
  const close = () => {
    setWish(undefined);
    setGiven(undefined);
  };
  const ask = (next: Wish) => {
    changing.reset();
    setWish(next);
  };
  const confirm = (password: string) =>
    changing.mutate(
      { isOn: wish !== 'off', password },
      {
        onSuccess: ({ recoveryCodes }) => {
          close();
          setCodes(recoveryCodes);
        },
        onError: (error) => setGiven(asksToSignIn(error, user) ? password : undefined),
      },
    );
  return (
    <div className="card px-4">
      <SwitchLine
        label={texts.twoFactorSignIn}
        note={noteOf(user, { isOn, sendsMail, hasOwn })}
        isOn={isOn}
        isDisabled={isBlocked || setting.isPending}
        onTurn={(turnOn) => ask(turnOn ? 'on' : 'off')}
      />
      {isOn && (
        <p className="flex flex-wrap items-center justify-between gap-2 border-line border-t py-2 text-note text-soft">
          <span>{getsNoCodes ? codesLater() : texts.recoveryCodesLeft({ left })}</span>
          {!getsNoCodes && (
            <Button variant="quiet" className="px-2" onClick={() => ask('codes')}>
              {texts.makeNewCodes}
            </Button>
          )}
        </p>
      )}
      <PasswordDialog
        wish={given === undefined ? wish : undefined}
        isBusy={changing.isPending}
        error={changing.error}
        onConfirm={confirm}
        onClose={close}
      />
      <FreshSignIn
        user={user}
        isOpen={given !== undefined && !changing.isPending}
        onDone={() => confirm(given ?? '')}
        onClose={close}
      />
      <RecoveryCodes codes={codes} email={user.email} onClose={() => setCodes([])} />
    </div>
  );
}

function codesLater(): string {
  return sessionFactor() === 'none' ? texts.codesOnceSignedInByBoth : texts.codesWithOwnFactor;
}

type Standing = { isOn: boolean; sendsMail: boolean; hasOwn: boolean };

function noteOf({ email, verified }: SessionUser, { isOn, sendsMail, hasOwn }: Standing): string {
  if (hasOwn) return texts.ownFactorEachTime;
  if (!isOn && !sendsMail) return texts.twoFactorNeedsMailServer;
  return isOn || verified ? texts.codeMailedEachTime({ email }) : texts.twoFactorNeedsEmail;
}

type PasswordDialogProps = {
  wish: Wish | undefined;
  isBusy: boolean;
  error: Error | null;
  onConfirm: (password: string) => void;
  onClose: () => void;
};

function PasswordDialog({ wish, isBusy, error, onConfirm, onClose }: PasswordDialogProps) {
  const { title, description, action } = words[wish ?? 'on'];
  const wrongPassword = error ? fieldMessageFor(error, 'password') : undefined;
  const otherError = error ? (fieldMessageFor(error, 'isOn') ?? messageFor(error, texts.thatDidNotWorkTry)) : '';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) onConfirm(String(new FormData(event.currentTarget).get('password')));
  };
  return (
    <Dialog
      isOpen={wish !== undefined}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={title}
      description={description}
    >
      <form method="post" className="grid gap-4" onSubmit={submit}>
        <PasswordInput
          label={texts.yourPassword}
          name="password"
          autoComplete="current-password"
          maxLength={255}
          error={wrongPassword}
          required
        />
        {otherError && !wrongPassword && <Notice kind="failure">{otherError}</Notice>}
        <DialogBar>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" variant={wish === 'off' ? 'danger' : 'primary'} isBusy={isBusy}>
            {action}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}
