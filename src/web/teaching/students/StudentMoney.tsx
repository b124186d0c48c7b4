import { type FormEvent, useState } from 'react';
import * as texts from '#texts/students.ts';
import type { OwnLearner, OwnPayment, StudentAnswer } from '#wire/students.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Radio } from '../../platform/ui/Checkbox.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate, localDateOf } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { centsOf } from '../../platform/ui/price-text.ts';
import { useStudentChanges } from './use-student.ts';

type StudentMoneyProps = { student: StudentAnswer; ownLearner: OwnLearner; zone: string };

/** What an own learner owes the instructor, and what they paid in cash or by PayNow. Kerbside takes nothing of it. */
export function StudentMoney({ student, ownLearner, zone }: StudentMoneyProps) {
  const [isPaying, setPaying] = useState(false);
  const owed = student.owedCents ?? 0;
  return (
    <section aria-labelledby="money">
      <h2 id="money" className="mb-2 text-title">
        {texts.moneyBetweenYou}
      </h2>
      <p className="figures mb-1 font-semibold text-title">{owedText(owed)}</p>
      <p className="mb-4 text-soft">{texts.moneyBetweenYouMeans}</p>
      <Button className="min-h-12 text-body print:hidden" onClick={() => setPaying(true)}>
        {texts.writeDownPayment}
      </Button>
      {student.payments.length > 0 && <Payments payments={student.payments} />}
      {isPaying && (
        <PaymentDialog
          ownLearner={ownLearner.id}
          owedCents={owed}
          today={localDateOf(currentTime(), zone)}
          onClose={() => setPaying(false)}
        />
      )}
    </section>
  );
}

/** How a balance is said: who owes whom how much. */
export function owedText(cents: number): string {
  if (cents > 0) return texts.owesYou({ sum: formatMoney(cents) });
  return cents < 0 ? texts.paidAhead({ sum: formatMoney(-cents) }) : texts.nothingOwed;
}

const methods = { cash: texts.cash, paynow: texts.payNow } as const;

function Payments({ payments }: { payments: readonly OwnPayment[] }) {
  const tell = useTelling();
  const { unpay } = useStudentChanges();
  const remove = (payment: OwnPayment) =>
    tell(unpay.mutateAsync(payment.id), { done: texts.paymentRemoved, failed: () => texts.notSaved });
  return (
    <ul aria-label={texts.payments} className="card mt-4">
      {payments.map((payment) => (
        <li
          key={payment.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t px-4 py-2 first:border-t-0"
        >
          <span className="figures">
            {formatDate(payment.paidOn, 'UTC')} · {methods[payment.method]}
          </span>
          <span className="flex items-center gap-3">
            <b className="figures font-semibold">{formatMoney(payment.amountCents)}</b>
            <Button
              variant="quiet"
              className="min-h-12 print:hidden"
              aria-label={texts.removePaymentOf({ sum: formatMoney(payment.amountCents) })}
              onClick={() => remove(payment)}
            >
              {texts.remove}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

type PaymentDialogProps = { ownLearner: string; owedCents: number; today: string; onClose: () => void };

function PaymentDialog({ ownLearner, owedCents, today, onClose }: PaymentDialogProps) {
  const tell = useTelling();
  const { pay, unpay } = useStudentChanges();
  const [amount, setAmount] = useState(owedCents > 0 ? (owedCents / 100).toFixed(2) : '');
  const [method, setMethod] = useState<OwnPayment['method']>('cash');
  const [paidOn, setPaidOn] = useState(today);
  const [wrong, setWrong] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pay.isPending) return;
    const amountCents = centsOf(amount) ?? 0;
    if (amountCents === 0) return setWrong(texts.amountMissing);
    const undo = (id: string) => () => tell(unpay.mutateAsync(id), { failed: () => texts.notSaved });
    tell(pay.mutateAsync({ ownLearner, amountCents, method, paidOn }, { onSuccess: onClose }), {
      done: ({ id }) => ({ text: texts.paymentWrittenDown({ sum: formatMoney(amountCents) }), undo: undo(id) }),
    });
  };
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={texts.writeDownPayment}>
      <form method="post" onSubmit={submit} className="grid gap-4 text-body" noValidate>
        <TextField
          label={texts.amount}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={wrong ?? (pay.error ? fieldMessageFor(pay.error, 'amountCents') : undefined)}
          onChange={({ target }) => {
            setAmount(target.value);
            setWrong(undefined);
          }}
        />
        <fieldset>
          <legend className="font-semibold">{texts.paidBy}</legend>
          {(['cash', 'paynow'] as const).map((one) => (
            <Radio
              key={one}
              name="method"
              label={methods[one]}
              checked={method === one}
              onChange={() => setMethod(one)}
              className="min-h-12"
            />
          ))}
        </fieldset>
        <TextField
          label={texts.paidOn}
          type="date"
          max="2999-12-31"
          value={paidOn}
          onChange={({ target }) => setPaidOn(target.value)}
        />
        {pay.error && <Notice kind="failure">{messageFor(pay.error, texts.notSaved)}</Notice>}
        <DialogBar>
          <Button type="submit" className="min-h-12 text-body" isBusy={pay.isPending} busyText={texts.saving}>
            {texts.save}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}
