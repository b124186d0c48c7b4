import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import * as texts from '#texts/account.ts';
import { callMarketplace } from '../../platform/session/backend.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useChannels } from '../../talk/notifications/use-preferences.ts';
import { FreshSignIn } from './FreshSignIn.tsx';
import { useFreshly } from './use-own-factors.ts';

/** Shows that the account's number is its owner's: by a code where the server sends text messages, else by their word, for money that is sent by hand. */
export function PhoneProof({ user, phone }: { user: SessionUser; phone: string }) {
  const channels = useChannels();
  const queries = useQueryClient();
  const [isSent, setSent] = useState(false);
  const reread = () => queries.invalidateQueries({ queryKey: ['channels'] });
  const sending = useMutation({
    mutationFn: () => callMarketplace('POST', 'phone/code'),
    onSuccess: () => setSent(true),
  });
  const confirming = useMutation({
    mutationFn: (code: string) => callMarketplace('POST', 'phone/confirm', { body: { code } }),
    onSuccess: reread,
  });
  const naming = useFreshly(user, () => callMarketplace('POST', 'phone/money', { body: { phone } }), reread);
  if (!channels.data) return null;
  const { sms, smsNumber, isNumberProved, takesMoney } = channels.data;
  const isByCode = sms && smsNumber !== '';
  if (isNumberProved || (takesMoney && !isByCode)) {
    return (
      <p>
        <Badge tone="green">
          <CircleCheck size={14} strokeWidth={1.75} aria-hidden />
          {texts.numberIsConfirmed}
        </Badge>
      </p>
    );
  }
  const failure = saidOf(sending.error, 'phone') ?? naming.failure;
  const begin = isByCode ? () => sending.mutate() : naming.start;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirming.mutate(String(new FormData(event.currentTarget).get('code')));
  };
  return (
    <div className="grid gap-2">
      {failure && <Notice kind="failure">{failure}</Notice>}
      <FreshSignIn user={user} isOpen={naming.isAsking} onDone={naming.goOn} onClose={naming.stopAsking} />
      {isSent ? (
        <form method="post" className="grid gap-2" onSubmit={submit}>
          <p role="status">{texts.codeSentToNumber({ phone: smsNumber })}</p>
          <TextField
            label={texts.codeFromMessage}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            error={saidOf(confirming.error, 'code')}
          />
          <Button type="submit" isBusy={confirming.isPending} busyText={texts.confirming}>
            {texts.confirmNumber}
          </Button>
        </form>
      ) : (
        <>
          <p>
            <Badge tone="amber">
              <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
              {texts.numberIsNotConfirmed}
            </Badge>
          </p>
          <p className="text-note text-soft">{isByCode ? texts.messagesGoToNumber : texts.moneyGoesToNumber}</p>
          <Button
            variant="secondary"
            isBusy={sending.isPending || naming.isBusy}
            busyText={texts.confirming}
            onClick={begin}
          >
            {texts.confirmThisNumber}
          </Button>
        </>
      )}
    </div>
  );
}

function saidOf(error: unknown, field: string): string | undefined {
  return error ? (fieldMessageFor(error, field) ?? messageFor(error, texts.numberNotConfirmed)) : undefined;
}
