import type { Stripe, StripeElements, StripeExpressCheckoutElement } from '@stripe/stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as texts from '#texts/booking.ts';
import type { CardFormAnswer } from '#wire/payments.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import type { Payment, PayOrder } from '../../platform/records/payment-record.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { PayOtherwise } from './PayOtherwise.tsx';

type Form = { stripe: Stripe; elements: StripeElements; wallets?: StripeExpressCheckoutElement };

// Wallets have buttons of their own above the form.
const formOptions = { wallets: { applePay: 'never', googlePay: 'never' } } as const;

/**
 * Stripe's own form for an open payment: the phone's wallet, a saved card, a card or PayNow, in frames of Stripe's, so that no card number is ever
 * typed into a page of ours. The page moves on by itself when the money is there.
 */
export function PayAtStripe({ order, payment }: { order: PayOrder; payment: Payment }) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async ({ stripe, elements }: Form) => {
    setBusy(true);
    setProblem(undefined);
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: window.location.href },
      redirect: 'if_required',
    });
    setBusy(false);
    setProblem(error ? (error.message ?? texts.stripeDeclined) : undefined);
    await queries.invalidateQueries({ queryKey: ['payments', order.id] });
  };
  const { form, isMissing, hasWallet, walletPlace, place } = useStripeForm(payment, confirm);
  const pay = (event: FormEvent) => {
    event.preventDefault();
    if (form && !isBusy) void confirm(form);
  };
  return (
    <form onSubmit={pay} noValidate className="grid gap-5" method="post">
      <div className={hasWallet ? '' : '-mb-5 invisible h-0 overflow-hidden'}>
        <div ref={walletPlace} />
        <p className="mt-3 text-center text-soft">{texts.orByCard}</p>
      </div>
      <div ref={place} className="min-h-40" aria-busy={!form && !isMissing} />
      {isMissing && (
        <Notice kind="failure">
          <p>{texts.stripeNotReached}</p>
        </Notice>
      )}
      {problem && (
        <Notice kind="failure">
          <p>{texts.failureAndKept({ failure: problem, order: order.field })}</p>
        </Notice>
      )}
      <Button type="submit" className="min-h-12 w-full" disabled={!form} isBusy={isBusy} busyText={texts.paying}>
        {texts.payPrice({ price: formatMoney(payment.amountCents) })}
      </Button>
      <PayOtherwise order={order} payment={payment} />
    </form>
  );
}

/**
 * Puts Stripe's form for a payment into its place, and for a card the buttons of the wallets that this device has; missing where its script can't be
 * loaded. Without an answer about saved cards the form offers none.
 */
function useStripeForm(payment: Payment, confirm: (form: Form) => Promise<void>) {
  const { stripeKey } = useConfig();
  const { id, clientSecret, method } = payment;
  const place = useRef<HTMLDivElement>(null);
  const walletPlace = useRef<HTMLDivElement>(null);
  const latest = useRef(confirm);
  latest.current = confirm;
  const [form, setForm] = useState<Form>();
  const [isMissing, setMissing] = useState(false);
  const [hasWallet, setWallet] = useState(false);
  useEffect(() => {
    let isOver = false;
    let made: Form | undefined;
    const show = async () => {
      const [{ loadStripe }, customerSession] = await Promise.all([
        import('@stripe/stripe-js/pure'),
        method === 'card' ? openCardForm(id) : undefined,
      ]);
      const stripe = await loadStripe(stripeKey);
      if (isOver || !stripe || !place.current || !walletPlace.current) return;
      const session = customerSession ? { customerSessionClientSecret: customerSession } : {};
      const elements = stripe.elements({ clientSecret, ...session });
      made = { stripe, elements };
      if (method === 'card') {
        const wallets = elements.create('expressCheckout', { buttonHeight: 48 });
        made.wallets = wallets;
        wallets.on('ready', ({ availablePaymentMethods }) => setWallet(availablePaymentMethods !== undefined));
        wallets.on('confirm', () => void latest.current({ stripe, elements }));
        wallets.mount(walletPlace.current);
      }
      elements.create('payment', formOptions).mount(place.current);
      setForm(made);
    };
    show().catch(() => setMissing(!isOver));
    return () => {
      isOver = true;
      made?.wallets?.destroy();
      made?.elements.getElement('payment')?.destroy();
    };
  }, [id, clientSecret, method, stripeKey]);
  return { form, isMissing, hasWallet, walletPlace, place };
}

async function openCardForm(payment: string): Promise<string | undefined> {
  const backend = await loadBackend();
  const path = `/api/marketplace/payments/${payment}/card-form`;
  return backend.send<CardFormAnswer>(path, { method: 'POST' }).then(
    ({ customerSession }) => customerSession,
    () => undefined,
  );
}
