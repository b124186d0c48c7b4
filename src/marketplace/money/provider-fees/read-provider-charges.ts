import type { Engine } from '#engine/engine.ts';
import { bankPath } from '#rules/paths/staff-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import type { PaymentProvider, ToldCharge } from '../payments/payment-provider.ts';
import { bookCharge, chargesKnownUntil } from './provider-charges.store.ts';

/**
 * Asks the provider what it took off its balance for itself that is no fee of a payment, and books each once. What is of another currency can't be
 * booked: finance is told.
 */
export async function readProviderCharges(engine: Engine, provider: PaymentProvider, nowMs: number): Promise<void> {
  const { name, chargesSince } = provider;
  const sinceMs = chargesSince && (await chargesKnownUntil(engine.db, name));
  if (!chargesSince || sinceMs === undefined) return;
  for (const charge of await chargesSince(sinceMs)) {
    if (charge.currency === 'sgd') await bookCharge(engine.db, charge, nowMs);
    else await tellFinance(engine, charge);
  }
}

async function tellFinance(engine: Engine, { id, cents, currency }: ToldCharge): Promise<void> {
  // Of another currency nobody here knows how many of its smallest unit make one.
  const said = `${cents} ${currency.toUpperCase()}`;
  await engine.db.transaction(async (tx) => {
    const staff = await findStaff(tx, 'payments');
    await notifyOnce(
      engine,
      tx,
      staff.map((user) => ({
        user,
        type: 'payment' as const,
        write: (language: string) => {
          const texts = noticesIn(language);
          return { title: texts.feesNotBooked({ count: 1 }), message: texts.chargeNotBooked({ reference: id, said }) };
        },
        link: bankPath,
        key: `provider-charge:${id}:${user}`,
        isRequired: true,
      })),
    );
  });
}
