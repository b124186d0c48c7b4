import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { bankPath } from '#rules/paths/staff-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { insertCase, type NewCase } from './provider-cases.store.ts';

/** Within so long somebody looks at a case, where the provider gives no date. */
const answerWithinMs = 3 * 86_400_000;

/**
 * What the payment provider told and nobody here can settle by rule waits for finance, who are told; each once, however often it is told. While one of a
 * refund is open, no refund of its payment is paid by hand. `isToldElsewhere`: the caller tells them in its own words.
 */
export async function openCase(
  engine: Engine,
  tx: Transaction,
  given: NewCase,
  { isToldElsewhere = false } = {},
): Promise<void> {
  const { kind, reason, reference, amountCents, currency } = given;
  const nowMs = engine.clock.nowMs();
  const id = [kind, reason, reference, `${amountCents}${currency}`].join(':');
  const isNew = await insertCase(tx, id, { given, dueMs: given.dueMs ?? nowMs + answerWithinMs, nowMs });
  if (!isNew || isToldElsewhere) return;
  // Of another currency nobody here knows how many of its smallest unit make one.
  const amount = currency === 'sgd' ? formatCents(amountCents) : `${amountCents} ${currency.toUpperCase()}`.trim();
  const staff = await findStaff(tx, 'payments');
  await notifyOnce(
    engine,
    tx,
    staff.map((user) => ({
      user,
      type: 'payment' as const,
      write: (language: string) => {
        const texts = noticesIn(language);
        return { title: texts.providerCase, message: texts.providerCaseOf({ reference, amount }) };
      },
      link: bankPath,
      key: `provider_case:${id}:${user}`,
      isRequired: true,
    })),
  );
}
