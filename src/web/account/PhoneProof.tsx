import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import * as texts from '#texts/account.ts';
import { useChannels } from '../notifications/use-preferences.ts';
import { callMarketplace } from '../session/backend.ts';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';

/** Shows that the account's number is its owner's: by a code where the server sends text messages, else by their word, for money that is sent by hand. */
export function PhoneProof({ phone }: { phone: string }) {
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
  const naming = useMutation({
    mutationFn: () => callMarketplace('POST', 'phone/money', { body: { phone } }),
    onSuccess: reread,
  });
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
  const failure = sending.error ?? naming.error;
  const begin = isByCode ? sending : naming;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirming.mutate(String(new FormData(event.currentTarget).get('code')));
  };
  return (
    <div className="grid gap-2">
      {failure && (
        <Notice kind="failure">
          {fieldMessageFor(failure, 'phone') ?? messageFor(failure, texts.numberNotConfirmed)}
        </Notice>
      )}
      {isSent ? (
        <form method="post" className="grid gap-2" onSubmit={submit}>
          <p role="status">{texts.codeSentToNumber({ phone: smsNumber })}</p>
          <TextField
            label={texts.codeFromMessage}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            error={
              confirming.error
                ? (fieldMessageFor(confirming.error, 'code') ?? messageFor(confirming.error, texts.numberNotConfirmed))
                : undefined
            }
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
          <p className="text-sm text-soft">{isByCode ? texts.messagesGoToNumber : texts.moneyGoesToNumber}</p>
          <Button
            variant="secondary"
            isBusy={begin.isPending}
            busyText={texts.confirming}
            onClick={() => begin.mutate()}
          >
            {texts.confirmThisNumber}
          </Button>
        </>
      )}
    </div>
  );
}
