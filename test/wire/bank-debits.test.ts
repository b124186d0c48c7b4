import { describe, expect, test } from 'vitest';
import { send, startOnOperatorsAccount, statement } from '#support/operators-account.ts';
import { type makePerson, refusalOf } from '#support/start-app.ts';

type Person = Awaited<ReturnType<typeof makePerson>>;
let admin: Person;

const { scene, importing, linesOf, faults, refundsOf } = startOnOperatorsAccount((_started, made) => {
  admin = made;
});

/** A refund of S$66.00 that a person has to send. */
async function owedRefund(start: string) {
  const { learner, payment, id } = await scene(start);
  await importing(statement(['66.00', payment.billReference]));
  await learner.collection('cancellations').create({ lesson: id });
  const [refund] = await refundsOf(learner);
  return { learner, refund: String(refund?.id) };
}

describe('one reference of the bank', () => {
  test('[26.14] is one transfer: it is taken once, whatever it is noted for, also by many at once', async () => {
    const [one, two] = [await owedRefund('2026-11-27T01:00:00Z'), await owedRefund('2026-11-27T04:00:00Z')];
    const note = (refund: string, reference: string) => send(admin, `refunds/${refund}/sent`, { reference });
    const ends = await Promise.allSettled([note(one.refund, 'FT 26140-01'), note(two.refund, 'ft2614001')]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const open = ends[0].status === 'rejected' ? one : two;
    const refused = await refusalOf(note(open.refund, 'FT26140 01'));
    expect([refused.status, refused.data.reference?.code]).toEqual([409, 'reference_used']);
    // Nothing of the refused note is booked.
    expect(await refundsOf(open.learner)).toMatchObject([{ status: 'sent' }]);
    await importing(statement(['12.00', 'SOMEBODY']));
    const [line] = await linesOf(`text ~ 'SOMEBODY'`);
    await send(admin, `bank/lines/${line?.id}`, { decision: 'return' });
    const returned = (reference: string) => send(admin, `bank/lines/${line?.id}`, { decision: 'returned', reference });
    expect((await refusalOf(returned('FT2614001'))).data.reference?.code).toBe('reference_used');
    expect(await returned('FT2614002')).toMatchObject({ status: 'returned' });
    expect((await refusalOf(note(open.refund, 'FT2614002'))).data.reference?.code).toBe('reference_used');
    expect(await note(open.refund, 'FT2614003')).toMatchObject({ status: 'paid' });
    expect(await faults()).toEqual([]);
  });
});
