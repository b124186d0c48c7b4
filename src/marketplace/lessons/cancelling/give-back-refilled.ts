import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refillRefund } from '#rules/cancellation/refill.ts';
import { findPolicyOf } from '../../policies/find-policy.ts';
import { announceFeeReturned } from '../announcing/announce-fee-returned.ts';
import { findCancellationOf, findRefilled, lockCancelledLesson } from './cancelling.store.ts';
import { chargedCents, returnFee } from './return-fee.ts';

/**
 * What a confirmed lesson means for learners who called off the same time too late (domain rule 6): once others have taken all of it, they get
 * back what it cost but for the small part that is kept. In the transaction that confirms, under the calendar's lock.
 */
export async function giveBackRefilled(engine: Engine, tx: Transaction, confirmed: Row): Promise<void> {
  for (const id of await findRefilled(tx, confirmed)) {
    const lesson = await lockCancelledLesson(tx, id);
    const cancellation = await findCancellationOf(tx, id);
    if (!lesson || !cancellation) continue;
    const { values: policy } = await findPolicyOf(tx, Number(lesson.policyVersion));
    const cents = refillRefund(chargedCents(cancellation), policy);
    if (cents === 0) continue;
    await returnFee(engine, tx, { lesson, cancellation, cents, why: 'refill', policy });
    await announceFeeReturned(engine, tx, { lesson: id, cents, why: 'refill', keptCents: policy.refillKeepCents });
  }
}
