import { describe, expect, test } from 'vitest';
import { send, startOnOperatorsAccount, statement } from '#support/operators-account.ts';
import { type makePerson, refusalOf, type TestApp } from '#support/start-app.ts';
import { startStripeBooks } from '#support/stripe-books.ts';

type Person = Awaited<ReturnType<typeof makePerson>>;

/** What somebody was told of money of theirs that failed or came back: its title and message, and where it leads. */
const toldOf = async (who: Person, title: string) => {
  const found = await who.collection('notifications').getFullList({ filter: `title ~ '${title}'`, sort: 'created' });
  return found.map(({ type, message, link }) => [type, message, link].join(' | '));
};

describe('on the operator’s own account', () => {
  let app: TestApp;
  let admin: Person;
  const { scene, importing, linesOf, refundsOf, faults } = startOnOperatorsAccount((started, made) => {
    app = started;
    admin = made;
  });
  const mailsTo = (who: Person) =>
    app.db.query(
      `select d.channel, d.category from _deliveries d join notifications n on n.id = d.notification
       where n."user" = $1 and n.title ~ 'came back' order by d.id`,
      [who.id],
    );
  const sweep = () => app.app.sweepers.runDue();
  const bringBack = async (text: string, reference: string) => {
    const [line] = await linesOf(`text ~ '${text}'`);
    return send(admin, `bank/lines/${line?.id}`, { decision: 'came_back', reference });
  };

  test('[26.30] a learner is told that a refund came back, what happens next and what to check, once each time', async () => {
    const { learner, payment, id } = await scene('2026-11-27T01:00:00Z');
    await importing(statement(['66.00', payment.billReference]));
    await learner.collection('cancellations').create({ lesson: id });
    const [refund] = await refundsOf(learner);
    await send(admin, `refunds/${refund?.id}/sent`, { reference: 'FT2630001' });
    const csv = statement(['66.00', 'RETURN 2630001 CLOSED']);
    await importing(csv);
    await bringBack('2630001', 'FT2630001');
    await sweep();
    const notice =
      'payment | Your refund of S$66.00 did not reach you and came back to us. The money is kept for you, and we will send it by PayNow. Check that the mobile number in your profile is yours and registered for PayNow. | /dashboard/profile';
    expect(await toldOf(learner, 'came back')).toEqual([notice]);
    expect(await mailsTo(learner)).toEqual([{ channel: 'email', category: 'billing' }]);
    // The same statement once more, the same decision once more.
    await importing(csv);
    expect((await refusalOf(bringBack('2630001', 'FT2630001'))).status).toBe(400);
    app.clock.advance(60);
    await sweep();
    expect(await toldOf(learner, 'came back')).toHaveLength(1);
    // It comes back a second time, by another transfer.
    await send(admin, `refunds/${refund?.id}/sent`, { reference: 'FT2630002' });
    await importing(statement(['66.00', 'RETURN 2630002 CLOSED']));
    await bringBack('2630002', 'FT2630002');
    app.clock.advance(1);
    await sweep();
    expect(await toldOf(learner, 'came back')).toEqual([notice, notice]);
    expect(await faults()).toEqual([]);
  });

  test('[26.30] an instructor is told that a payout came back and goes with the next one, with no mail where none is wanted', async () => {
    const { teacher, payment } = await scene('2026-11-23T03:00:00Z');
    await importing(statement(['66.00', payment.billReference]));
    const [chosen] = await teacher.client.collection('notification_preferences').getFullList();
    await teacher.client.collection('notification_preferences').update(String(chosen?.id), { billing: false });
    app.clock.set('2026-12-02T10:00:00+08:00');
    await admin.collection('users').authWithPassword(`${admin.id}@kerbside.example`, 'learner-password');
    await teacher.client
      .collection('users')
      .authWithPassword(`${teacher.client.id}@kerbside.example`, 'learner-password');
    await sweep();
    const [payout] = await app.db.query('select id from payouts where instructor = $1', [teacher.id]);
    await send(admin, `payouts/${payout?.id}/sent`, { reference: 'FT2630011', wasSent: true });
    await importing(statement(['59.40', 'RETURN 2630011']));
    await bringBack('2630011', 'FT2630011');
    app.clock.advance(1);
    await sweep();
    expect(await toldOf(teacher.client, 'came back')).toEqual([
      'payment | Your payout of S$59.40 did not reach you and came back to us. It goes out with your next payout. Check that the mobile number in your profile is yours and registered for PayNow. | /dashboard/profile',
    ]);
    expect(await mailsTo(teacher.client)).toEqual([]);
    expect(await faults()).toEqual([]);
  });
});

describe('at Stripe', () => {
  const { app, stripe, cancelled, paid, tell } = startStripeBooks();

  test('[26.30] a learner is told of a refund that Stripe says failed, however often it says so', async () => {
    const { learner, given } = await cancelled();
    await tell('refund.updated', Object.assign(given, { object: 'refund', status: 'succeeded' }));
    await app().app.sweepers.runDue();
    const failed = Object.assign(given, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    for (const type of ['refund.failed', 'refund.updated', 'refund.failed']) await tell(type, failed);
    app().clock.advance(1);
    await app().app.sweepers.runDue();
    await tell('refund.failed', failed);
    app().clock.advance(1);
    await app().app.sweepers.runDue();
    const [notice, ...others] = await toldOf(learner, 'refund');
    expect([notice, others]).toEqual([expect.stringContaining('Your refund of S$66.00 did not reach you'), []]);
    expect(notice).not.toContain('lost_or_stolen_card');
  });

  test('[26.30] an instructor is told of a payout that could not be sent, once', async () => {
    const { teacher } = await paid();
    app().clock.set('2026-12-02T12:00:00+08:00');
    await app().app.sweepers.runDue();
    app().clock.advance(1);
    await app().app.sweepers.runDue();
    await teacher.client
      .collection('users')
      .authWithPassword(`${teacher.client.id}@kerbside.example`, 'learner-password');
    expect(stripe().made('transfers')).toHaveLength(0);
    expect(await toldOf(teacher.client, 'could not pay you')).toEqual([
      expect.stringContaining('Your payout of S$59.40 failed. Check where you are paid in Earnings'),
    ]);
  });
});
