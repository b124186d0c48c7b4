import { CreditCard, QrCode } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import * as texts from '#texts/booking.ts';
import type { OwnPackage } from '#wire/credit.ts';
import { useTermsGate } from '../../people/terms/use-terms-gate.tsx';
import { useConfig } from '../../platform/ground/use-config.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import type { Payment, PayOrder } from '../../platform/records/payment-record.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { PayWithCredit, PayWithMinutes, type UsedPackage } from '../billing/credit/PayWithCredit.tsx';
import { cardDigits, cardNumberError, groupCardDigits } from './card-number.ts';
import { failureSentence } from './failure-sentence.ts';
import { PayFailure } from './PayFailure.tsx';
import { TestCards } from './TestCards.tsx';
import { useCreditPaid } from './use-credit-paid.ts';
import { usePaying } from './use-paying.ts';

type Method = 'card' | 'paynow';

type PayFormProps = {
  order: PayOrder;
  /** The held lesson, where one is paid, and the package that may pay it. */
  lesson?: Lesson;
  used?: UsedPackage;
  payment: Payment | undefined;
};

/** The ways to pay: hours of a package where its owner has enough and wants no other way, else credit, a card or PayNow. */
export function PayForm({ order, lesson, used, payment }: PayFormProps) {
  const creditCents = useCreditPaid(order);
  if (used?.pack && lesson && creditCents === 0) {
    return <PayFromPackage order={order} lesson={lesson} pack={used.pack} onOtherwise={used.payOtherwise} />;
  }
  return <PayByMethod order={order} payment={payment} creditCents={creditCents} />;
}

type PayFromPackageProps = { order: PayOrder; lesson: Lesson; pack: OwnPackage; onOtherwise: () => void };

function PayFromPackage({ order, lesson, pack, onOtherwise }: PayFromPackageProps) {
  const paying = usePaying(order);
  const gate = useTermsGate();
  const pay = () => gate.pass(() => paying.mutate({ method: 'credit' }));
  return (
    <div className="grid gap-3">
      <PayWithMinutes pack={pack} lesson={lesson} isBusy={paying.isPending} onPay={pay} />
      {gate.window}
      {paying.isError && <PayFailure error={paying.error} order={order} />}
      <Button variant="quiet" className="justify-self-start" disabled={paying.isPending} onClick={onOtherwise}>
        {texts.payInAnotherWay}
      </Button>
    </div>
  );
}

type PayByMethodProps = { order: PayOrder; payment: Payment | undefined; creditCents: number };

/** Card or PayNow, and the button that pays. A declined card keeps the time: it is said at the field while the hold goes on. */
function PayByMethod({ order, payment, creditCents }: PayByMethodProps) {
  const { isSandbox, stripeKey, payNowUen } = useConfig();
  // With a real provider no card number is typed in here: its own form comes next. Without one nobody takes cards.
  const hasCardField = stripeKey === '';
  const takesCards = payNowUen === '';
  const [method, setMethod] = useState<Method>(payment?.method === 'paynow' || !takesCards ? 'paynow' : 'card');
  const [card, setCard] = useState('');
  const [cardError, setCardError] = useState<string>();
  const [hasChanged, setChanged] = useState(false);
  const paying = usePaying(order);
  const gate = useTermsGate();
  const due = formatMoney(order.priceCents - creditCents);

  const declined = hasChanged ? undefined : declinedText(payment, order);
  const refusedCard = paying.error && !hasChanged ? fieldMessageFor(paying.error, 'cardNumber') : undefined;
  const pay = (event: FormEvent) => {
    event.preventDefault();
    if (paying.isPending) return;
    const wrong = method === 'card' && hasCardField ? cardNumberError(card) : undefined;
    setCardError(wrong);
    if (wrong) {
      document.getElementsByName('cardNumber')[0]?.focus();
      return;
    }
    setChanged(false);
    const withCard = method === 'card' && hasCardField;
    gate.pass(() => paying.mutate(withCard ? { method, cardNumber: cardDigits(card) } : { method }));
  };
  const changeCard = (typed: string) => {
    setCard(groupCardDigits(cardDigits(typed)));
    setCardError(undefined);
    setChanged(true);
  };
  return (
    <form onSubmit={pay} noValidate className="grid gap-5" method="post">
      <PayWithCredit
        order={order}
        paidCents={creditCents}
        isBusy={paying.isPending && paying.variables.method === 'credit'}
        onPay={() => gate.pass(() => paying.mutate({ method: 'credit' }))}
      />
      <fieldset>
        <legend className="unseen">{texts.wayToPay}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {takesCards && <MethodChoice method="card" chosen={method} onChoose={setMethod} />}
          <MethodChoice method="paynow" chosen={method} onChoose={setMethod} />
        </div>
      </fieldset>
      {method === 'card' && hasCardField && (
        <>
          <TextField
            label={texts.cardNumber}
            name="cardNumber"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 5678 9012 3456"
            className="figures"
            value={card}
            onChange={(event) => changeCard(event.target.value)}
            error={paying.isPending ? undefined : (cardError ?? refusedCard ?? declined)}
          />
          {isSandbox && <TestCards onUse={changeCard} />}
        </>
      )}
      <NextStep method={method} hasCardField={hasCardField} isByStatement={!takesCards} />
      {gate.window}
      {paying.isError && <PayFailure error={paying.error} order={order} />}
      <Button
        type="submit"
        className="min-h-12 w-full"
        // What is pressed while credit is being spent would be lost.
        disabled={paying.isPending}
        isBusy={paying.isPending && paying.variables.method !== 'credit'}
        busyText={texts.paying}
      >
        {payWords(method, hasCardField)({ price: due })}
      </Button>
    </form>
  );
}

function payWords(method: Method, hasCardField: boolean): (values: { price: string }) => string {
  if (method === 'paynow') return texts.showTheQrCodeFor;
  return hasCardField ? texts.payPrice : texts.continueToPayPrice;
}

type NextStepProps = { method: Method; hasCardField: boolean; isByStatement: boolean };

/** What comes after the button, where it does not pay at once. */
function NextStep({ method, hasCardField, isByStatement }: NextStepProps) {
  if (method === 'paynow') {
    return <p className="text-soft">{isByStatement ? texts.nextYouSayThatYouPaid : texts.nextYouSeeAQr}</p>;
  }
  return hasCardField ? null : <p className="text-soft">{texts.nextYouTypeYourCard}</p>;
}

/** Why a card was declined, and what is kept meanwhile. */
function declinedText(payment: Payment | undefined, { field }: PayOrder): string | undefined {
  if (payment?.status !== 'failed' || payment.method !== 'card') return undefined;
  return texts.failureAndKept({ failure: failureSentence(payment.failureCode), order: field });
}

const methods = {
  card: { name: texts.card, note: texts.visaMastercardAmex, Icon: CreditCard },
  paynow: { name: 'PayNow', note: texts.qrCodeWithYourBanks, Icon: QrCode },
} as const;

type MethodChoiceProps = { method: Method; chosen: Method; onChoose: (method: Method) => void };

function MethodChoice({ method, chosen, onChoose }: MethodChoiceProps) {
  const { name, note, Icon } = methods[method];
  return (
    <label className="card flex min-h-16 items-center gap-3 border-line-strong px-4 py-2 has-checked:border-green has-focus-visible:outline-3 has-focus-visible:outline-green has-focus-visible:outline-offset-2 has-checked:bg-tint hover:border-green">
      <input
        type="radio"
        name="method"
        value={method}
        checked={method === chosen}
        onChange={() => onChoose(method)}
        className="size-6 shrink-0"
      />
      <span className="grow leading-tight">
        <span className="block font-semibold">{name}</span>
        <span className="block text-note text-soft">{note}</span>
      </span>
      <Icon size={22} strokeWidth={1.75} aria-hidden className="shrink-0 text-soft" />
    </label>
  );
}
