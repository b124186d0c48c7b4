import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { profilePath } from '#rules/paths/account-paths.ts';
import { earningsPath } from '#rules/paths/money-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { findUntoldPayouts, takeUntoldPayout, type UntoldPayout } from './failed-payouts.store.ts';

/** Tells instructors, once each time, that a payout failed or came back, what becomes of the money and what they are to check. */
export async function tellOfFailedPayouts(engine: Engine): Promise<void> {
  for (const id of await findUntoldPayouts(engine.db)) {
    await engine.db.transaction(async (tx) => {
      const payout = await takeUntoldPayout(tx, id);
      if (!payout) return;
      await notifyOnce(engine, tx, [
        {
          user: payout.user,
          type: 'payment',
          write: (language) => wordsOf(payout, language),
          link: payout.byHand ? profilePath : earningsPath,
          key: `payout-failed:${id}:${payout.failedMs}`,
        },
      ]);
    });
  }
}

function wordsOf({ amountCents, cameBack, byHand }: UntoldPayout, language: string) {
  const texts = noticesIn(language);
  const amount = formatCents(amountCents);
  if (!cameBack) return { title: texts.payoutFailed, message: texts.whereMayItGo({ amount }) };
  const message = byHand ? texts.payoutCheckNumber({ amount }) : texts.payoutCheckAccount({ amount });
  return { title: texts.payoutCameBack, message };
}
