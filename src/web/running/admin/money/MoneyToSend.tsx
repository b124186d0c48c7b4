import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { entriesPath, payoutPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/adminMoney.ts';
import type { Hindrance, ToSend } from '#wire/bank.ts';
import { useDueBy } from '../../../platform/desk/due-by.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import { usePolicy } from '../../../platform/ground/use-policy.ts';
import { messageFor } from '../../../platform/session/message-for.ts';
import { refusedFields } from '../../../platform/session/server-errors.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { ConfirmDialog } from '../../../platform/ui/Dialog.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { NoteReference } from './NoteReference.tsx';
import { useNotingSent, useToSend, useToSendCount } from './use-bank.ts';

/** Refunds and payouts that a person has to send, and the note that they did. */
export function MoneyToSend() {
  const read = useToSend();
  const { data } = read;
  const more = (useToSendCount().data ?? 0) - (data?.length ?? 0);
  return (
    <section aria-labelledby="to-send">
      <h2 id="to-send" className="mb-2 text-heading">
        {texts.payByHand}
      </h2>
      <p className="mb-4 text-soft">{texts.payByHandAbout}</p>
      <WhenRead read={read} what={texts.thePayments} notLoaded={texts.paymentsNotLoaded} skeleton="h-24 w-full">
        {data?.length === 0 && <p>{texts.nothingToSend}</p>}
        {data && data.length > 0 && (
          <ul className="card divide-y divide-line">
            {data.map((sum) => (
              <Sum key={`${sum.of} ${sum.id}`} sum={sum} />
            ))}
          </ul>
        )}
        {data && more > 0 && <p className="mt-4">{texts.moreToSend({ count: more })}</p>}
      </WhenRead>
    </section>
  );
}

/** By when a refund is to be sent, and that it is late. */
function DueDay({ since }: { since: string }) {
  const dueOf = useDueBy(usePolicy().refundWorkingDays);
  const due = dueOf?.(since);
  if (!due) return null;
  const day = formatDate(due.toISOString());
  return ` · ${due < currentTime() ? texts.wasDueBy({ day }) : texts.sendBy({ day })}`;
}

function refusalOf(code: string): string {
  if (code === 'came_back') return texts.cameBack;
  return code === 'dispute_won' ? texts.disputeWasWon : texts.providerRefused({ code });
}

const whyItWaits: Record<Hindrance, string> = {
  held_back: texts.waitsForDispute,
  owed_back: texts.sendAgainFirst,
  in_dispute: texts.doNotSendDisputed,
  bank_decides: texts.waitsForTheirBank,
  provider_case: texts.settleItsCaseFirst,
};

const isInDispute = (error: unknown) => refusedFields(error).some(({ code }) => code === 'in_dispute');

function Sum({ sum }: { sum: ToSend }) {
  const { of, id, amountCents, name, phone, isPhoneProved, failureCode, owedSince, waitsFor } = sum;
  const noting = useNotingSent();
  const tell = useTelling();
  const amount = formatMoney(amountCents);
  // Whoever paid it now would perhaps pay it twice.
  const isElsewhere = failureCode === 'other_provider';
  // What the bank calls money of which a lesson came into dispute, also since the list was read, while its sender is asked.
  const [asked, setAsked] = useState('');
  const note = (reference: string, wasSent = false) =>
    tell(
      noting.mutateAsync(
        { of, id, reference, ...(wasSent ? { wasSent } : {}) },
        { onError: (error) => isInDispute(error) && setAsked(reference) },
      ),
      {
        done: texts.notedAsSent({ amount, name }),
        failed: (error) => (isInDispute(error) ? undefined : (messageFor(error, texts.notNoted) ?? texts.notNoted)),
      },
    );
  return (
    <li className="grid gap-2 px-4 py-3">
      <p className="figures">
        <Link to={of === 'refunds' ? entriesPath('refund', { id }) : payoutPath(id)} className="font-semibold">
          {amount}
        </Link>{' '}
        {of === 'refunds' ? texts.backTo({ name }) : texts.payoutTo({ name })}
        <span className="block text-note text-soft">
          {!(isElsewhere && of === 'payouts') && (phone === '' ? texts.noNumberKnown : texts.payNowTo({ phone }))}
          {owedSince && <DueDay since={owedSince} />}
          {failureCode !== '' && !isElsewhere && ` · ${refusalOf(failureCode)}`}
        </span>
      </p>
      {phone !== '' && !isPhoneProved && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone="amber">
            <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
            {texts.numberIsUnproved}
          </Badge>
          {texts.doNotSendUnproved({ name })}
        </p>
      )}
      {isElsewhere && <p>{of === 'refunds' ? texts.refundedThere : texts.lookThereFirst}</p>}
      {waitsFor && <p>{whyItWaits[waitsFor]}</p>}
      {(!waitsFor || waitsFor === 'in_dispute') && (
        <NoteReference what={texts.sentMoney({ amount, name })} isBusy={noting.isPending} onNote={note} />
      )}
      <ConfirmDialog
        isOpen={asked !== ''}
        onOpenChange={() => setAsked('')}
        title={texts.wasItSentBefore}
        description={texts.doNotSendDisputed}
        confirmLabel={texts.itWasSent}
        cancelLabel={texts.itWasNotSent}
        onConfirm={() => {
          setAsked('');
          note(asked, true);
        }}
      />
    </li>
  );
}
