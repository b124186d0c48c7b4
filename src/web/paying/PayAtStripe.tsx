import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as texts from '#texts/booking.ts';
import { useConfig } from '../ground/use-config.ts';
import type { Payment, PayOrder } from '../records/payment-record.ts';
import { Button } from '../ui/Button.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { Notice } from '../ui/Notice.tsx';
import { PayOtherwise } from './PayOtherwise.tsx';

type Form = { stripe: Stripe; elements: StripeElements };

/**
 * Stripe's own form for an open payment: card or PayNow, in frames of Stripe's, so that no card number is ever typed into a page of ours. The page
 * moves on by itself when the money is there.
 */
export function PayAtStripe({ order, payment }: { order: PayOrder; payment: Payment }) {
  const queries = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const { form, isMissing } = useStripeForm(payment, place);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!form || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    const { error } = await form.stripe.confirmPayment({
      elements: form.elements,
      confirmParams: { return_url: window.location.href },
      redirect: 'if_required',
    });
    setBusy(false);
    setProblem(error ? (error.message ?? texts.stripeDeclined) : undefined);
    await queries.invalidateQueries({ queryKey: ['payments', order.id] });
  };
  return (
    <form onSubmit={pay} noValidate className="grid gap-5" method="post">
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

/** Puts Stripe's form for a payment into its place; missing where its script can't be loaded. */
function useStripeForm({ clientSecret }: Payment, place: { current: HTMLElement | null }) {
  const { stripeKey } = useConfig();
  const [form, setForm] = useState<Form>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isOver = false;
    let elements: StripeElements | undefined;
    const show = async () => {
      const { loadStripe } = await import('@stripe/stripe-js/pure');
      const stripe = await loadStripe(stripeKey);
      if (isOver || !stripe || !place.current) return;
      elements = stripe.elements({ clientSecret });
      elements.create('payment').mount(place.current);
      setForm({ stripe, elements });
    };
    show().catch(() => setMissing(!isOver));
    return () => {
      isOver = true;
      elements?.getElement('payment')?.destroy();
    };
  }, [clientSecret, stripeKey, place]);
  return { form, isMissing };
}
