import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as texts from '#texts/adminMoney.ts';
import type { ExplainedDifference, OutsideDifference } from '#wire/outside.ts';
import { callMarketplace } from '../../../platform/session/backend.ts';
import { messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';
import { formatDate } from '../../../platform/ui/format-time.ts';

/** Says why a difference is as it is: it leaves the list while its sums stay so. */
export function ExplainDifference({ place, difference }: { place: string; difference: OutsideDifference }) {
  const { reference, part, currency, hereCents, thereCents } = difference;
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const tell = useTelling();
  const deciding = useDecidingDifference('explain');
  if (!isOpen) {
    return (
      <Button
        variant="quiet"
        className="justify-self-start"
        aria-label={texts.explainDifferenceOf({ reference })}
        onClick={() => setOpen(true)}
      >
        {texts.explainDifference}
      </Button>
    );
  }
  const explain = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() === '' || deciding.isPending) return;
    const body = { place, reference, part, currency, hereCents, thereCents, reason: reason.trim() };
    tell(deciding.mutateAsync(body), {
      done: texts.differenceExplained({ reference }),
      failed: (error) => messageFor(error, texts.nothingChanged) ?? texts.nothingChanged,
    });
  };
  return (
    <form onSubmit={explain} noValidate method="post" className="flex flex-wrap items-end gap-3">
      <TextField
        label={texts.whyItDiffers}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={isTried && reason.trim() === '' ? texts.writeWhyItDiffers : undefined}
      />
      <Button type="submit" variant="secondary" isBusy={deciding.isPending}>
        {texts.markAsExplained}
      </Button>
    </form>
  );
}

/** Why a difference was explained and by whom, and a way to open it again. */
export function Explained({ place, difference }: { place: string; difference: ExplainedDifference }) {
  const { reference, part, currency, reason, explainedByName: name, explainedAt } = difference;
  const tell = useTelling();
  const deciding = useDecidingDifference('reopen');
  return (
    <>
      <p className="text-note">{texts.explainedBy({ day: formatDate(explainedAt), name, reason })}</p>
      <Button
        variant="quiet"
        className="justify-self-start"
        isBusy={deciding.isPending}
        aria-label={texts.openAgainOf({ reference })}
        onClick={() =>
          tell(deciding.mutateAsync({ place, reference, part, currency }), {
            done: texts.differenceIsOpen({ reference }),
            failed: (error) => messageFor(error, texts.nothingChanged) ?? texts.nothingChanged,
          })
        }
      >
        {texts.openAgain}
      </Button>
    </>
  );
}

function useDecidingDifference(deed: 'explain' | 'reopen') {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Record<string, unknown>) => callMarketplace('POST', `outside/${deed}`, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin', 'outside'] }),
  });
}
