import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { profilePath } from '#rules/paths/account-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { findUntoldRefunds, takeUntoldRefund } from './refunds.store.ts';

/** Tells learners, once each time, that a refund could not be sent or came back: a person sends it to their PayNow number, which they are to check. */
export async function tellOfFailedRefunds(engine: Engine): Promise<void> {
  for (const id of await findUntoldRefunds(engine.db)) {
    await engine.db.transaction(async (tx) => {
      const refund = await takeUntoldRefund(tx, id);
      if (!refund) return;
      const amount = formatCents(refund.amountCents);
      await notifyOnce(engine, tx, [
        {
          user: refund.learner,
          type: 'payment',
          write: (language) => {
            const texts = noticesIn(language);
            return refund.cameBack
              ? { title: texts.refundCameBack, message: texts.refundIsSentAgain({ amount }) }
              : { title: texts.refundFailed, message: texts.refundIsSentByHand({ amount }) };
          },
          link: profilePath,
          key: `refund-failed:${id}:${refund.failedMs}`,
        },
      ]);
    });
  }
}
