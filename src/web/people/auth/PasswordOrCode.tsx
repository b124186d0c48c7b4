import { useState } from 'react';
import * as texts from '#texts/auth.ts';
import * as proofTexts from '#texts/ownProof.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx';
import { readDemoCode } from './read-demo-code.ts';

/** What shows that an account is one's own. */
export type OwnProof = { password: string } | { otpId: string; code: string };

/** What was entered into the fields of `PasswordOrCode`. */
export function readOwnProof(form: FormData): OwnProof {
  const text = (name: string) => String(form.get(name) ?? '');
  const otpId = text('otpId');
  return otpId === '' ? { password: text('password') } : { otpId, code: text('code').trim() };
}

type Asked = { otpId: string; demoCode?: string | undefined };

type PasswordOrCodeProps = {
  label: string;
  /** The address of the account, which the code is mailed to. */
  email: string;
  /** What is wrong with the password, and the server's code for why a mailed code was refused. */
  errors: { password?: string | undefined; code?: string | undefined };
};

const refusals: Record<string, string> = { needs_password: proofTexts.needsPassword };

/** Asks for the password of an account, or, for whoever signs in with codes and never chose one, for a code that is mailed to its address. */
export function PasswordOrCode({ label, email, errors }: PasswordOrCodeProps) {
  const { auth, showDemoCodes } = useConfig();
  const [asked, setAsked] = useState<Asked>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { otpId } = await (await loadBackend()).collection('users').requestOTP(email);
      setAsked({ otpId, demoCode: showDemoCodes ? await readDemoCode(email) : undefined });
    } catch (error) {
      setFailure(messageFor(error, texts.failedToSendOtpPlease));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-1.5">
      {asked ? (
        <CodeField
          key={asked.otpId}
          asked={asked}
          email={email}
          error={errors.code && (refusals[errors.code] ?? proofTexts.codeIsWrong)}
        />
      ) : (
        <PasswordInput
          label={label}
          name="password"
          autoComplete="current-password"
          maxLength={255}
          error={errors.password}
          required
        />
      )}
      {failure && <Notice kind="failure">{failure}</Notice>}
      {auth.enableOTPLogin && email !== '' && (
        <p className="flex flex-wrap gap-x-3">
          <Button variant="quiet" className="px-1" isBusy={isBusy} onClick={() => void send()}>
            {asked ? proofTexts.sendNewCode : proofTexts.noPasswordSendCode}
          </Button>
          {asked && (
            <Button variant="quiet" className="px-1" onClick={() => setAsked(undefined)}>
              {proofTexts.usePasswordInstead}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

function CodeField({ asked, email, error }: { asked: Asked; email: string; error: string | undefined }) {
  const { otpId, demoCode } = asked;
  return (
    <>
      <input type="hidden" name="otpId" value={otpId} />
      <TextField
        label={texts.codeFromYourEmail}
        hint={texts.sentToEmail({ email })}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        className="figures"
        maxLength={6}
        error={error}
        required
        autoFocus
      />
      {demoCode && (
        <p className="text-note text-soft">
          {inline(texts.demoAccountYourCodeIs({ b: (text) => <b className="figures text-ink">{text}</b>, demoCode }))}
        </p>
      )}
    </>
  );
}
