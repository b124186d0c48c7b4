import { describe, expect, test } from 'vitest';
import { ledgerFaults, makePerson, refusalOf, type TestApp } from '#support/start-app.ts';
import { providerThat, startTaughtLessons } from '#support/taught-lessons.ts';
import { createSandboxProvider } from '../payments/sandbox-provider.ts';
import { payOut, sendDuePayouts } from './send-payout.ts';

let app: TestApp;
const { taught } = startTaughtLessons((started) => {
  app = started;
});

describe('sending a payout', () => {
  test('whose answer is lost is asked for again by the same id, later each time, and paid once', async () => {
    const { payouts, balance } = await taught('2027-05-01');
    app.clock.set('2027-05-05T12:00:00+08:00');
    const lost = providerThat(async () => {
      throw new Error('The provider is away.');
    });
    await payOut(app.app.engine, lost.provider, app.clock.nowMs());
    await payOut(app.app.engine, lost.provider, app.clock.nowMs());
    expect(lost.orders).toHaveLength(1);
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'sent' }], 5940]);
    app.clock.advance(1);
    await sendDuePayouts(app.app.engine, lost.provider, app.clock.nowMs());
    expect(new Set(lost.orders.map(({ transfer }) => transfer)).size).toBe(1);
    app.clock.advance(2);
    await app.app.sweepers.runDue();
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'paid', attempts: 3 }], 0]);
  });

  test('that another provider had under way is not sent a second time, but waits for somebody who looks there', async () => {
    const { payouts, balance, teacher } = await taught('2027-05-02');
    app.clock.set('2027-05-05T18:00:00+08:00');
    const before = providerThat(async () => ({ status: 'sent', reference: '' }));
    await payOut(app.app.engine, { ...before.provider, name: 'stripe' }, app.clock.nowMs());
    app.clock.advance(5);
    const after = providerThat(async () => ({ status: 'paid', reference: 'second' }));
    await payOut(app.app.engine, after.provider, app.clock.nowMs());
    expect(after.orders).toEqual([]);
    expect([await payouts(), await balance()]).toMatchObject([
      [{ status: 'failed', failureCode: 'other_provider' }],
      5940,
    ]);
    const admin = await makePerson(app, { role: 'admin' });
    const [seen] = await admin.collection('payouts').getFullList({ filter: `instructor = '${teacher.id}'` });
    const paid = { method: 'POST', body: { reference: 'tr_1' } };
    expect(await admin.send(`/api/marketplace/payouts/${seen?.id}/sent`, paid)).toMatchObject({ status: 'paid' });
    expect(await balance()).toBe(0);
  });

  test('that a person is to send stays theirs when a provider takes over', async () => {
    const { payouts } = await taught('2027-05-03');
    app.clock.set('2027-05-12T10:00:00+08:00');
    const byHand = providerThat(async () => ({ status: 'sent', reference: '' }));
    await payOut(app.app.engine, { ...byHand.provider, name: 'manual' }, app.clock.nowMs());
    app.clock.advance(5);
    const after = providerThat(async () => ({ status: 'paid', reference: 'second' }));
    await payOut(app.app.engine, after.provider, app.clock.nowMs());
    expect(after.orders).toEqual([]);
    expect(await payouts()).toMatchObject([{ status: 'sent' }]);
  });

  test('that the provider refuses waits for an admin, who sends it again by the same id', async () => {
    const { payouts, balance, teacher } = await taught('2027-05-06');
    app.clock.set('2027-05-12T12:00:00+08:00');
    const refusing = providerThat(async () => ({ status: 'failed', failureCode: 'no_account' }));
    await payOut(app.app.engine, refusing.provider, app.clock.nowMs());
    await payOut(app.app.engine, refusing.provider, app.clock.nowMs());
    expect(refusing.orders).toHaveLength(1);
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'failed', failureCode: 'no_account' }], 5940]);
    const admin = await makePerson(app, { role: 'admin' });
    const [seen] = await admin.collection('payouts').getFullList({ filter: `instructor = '${teacher.id}'` });
    const retry = (client: typeof admin) =>
      client.send(`/api/marketplace/payouts/${seen?.id}/retry`, { method: 'POST' });
    expect((await refusalOf(retry(await makePerson(app)))).status).toBe(403);
    expect(await retry(admin)).toEqual({ payout: seen?.id, status: 'paid' });
    expect(await balance()).toBe(0);
    expect((await refusalOf(retry(admin))).status).toBe(409);
    const { items } = await admin.send('/api/marketplace/audit', {
      query: { record: String(seen?.id), looks: 'false' },
    });
    const changes = [{ field: 'status', from: 'failed', to: 'planned' }];
    expect(items).toMatchObject([{ actor: admin.id, action: 'update', collection: 'payouts', changes }]);
  });
});

describe('[rule 21] a payout that nobody is known to have been paid', () => {
  /** Its provider refuses it. */
  async function refuse() {
    const refusing = providerThat(async () => ({ status: 'failed', failureCode: 'no_account' }));
    await payOut(app.app.engine, refusing.provider, app.clock.nowMs());
  }

  /** Its provider has it under way when another takes its place. */
  async function changeProvider() {
    const before = providerThat(async () => ({ status: 'sent', reference: '' }));
    await payOut(app.app.engine, { ...before.provider, name: 'stripe' }, app.clock.nowMs());
    app.clock.advance(5);
    await payOut(app.app.engine, createSandboxProvider(), app.clock.nowMs());
  }

  /** It is a person's to send. */
  async function leaveToPerson() {
    const byHand = providerThat(async () => ({ status: 'sent', reference: '' }));
    await payOut(app.app.engine, { ...byHand.provider, name: 'manual' }, app.clock.nowMs());
  }

  async function unpaid(day: string, wednesday: string, leave = refuse) {
    const scene = await taught(day);
    app.clock.set(`${wednesday}T12:00:00+08:00`);
    await leave();
    const { email } = scene.learner.authStore.record as unknown as { email: string };
    await scene.learner.collection('users').authWithPassword(email, 'learner-password');
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const admin = await makePerson(app, { role: 'admin' });
    const [payout] = await app.db.query<{ id: string }>('select id from payouts where instructor = $1', [
      scene.teacher.id,
    ]);
    const retry = () => app.root.send(`/api/marketplace/payouts/${payout?.id}/retry`, { method: 'POST' });
    const refused = async () => (await refusalOf(retry())).data.status?.code;
    /** Why nobody may pay it by hand: as noting it is refused, and as the list of what to send says. */
    const byHand = async () => {
      const sent = { method: 'POST', body: { reference: 'FT1' } };
      const note = app.root.send(`/api/marketplace/payouts/${payout?.id}/sent`, sent);
      const { data } = await refusalOf(note);
      const { items } = await app.root.send('/api/marketplace/bank/to-send', {});
      const listed = items.find(({ id }: { id: string }) => id === payout?.id)?.waitsFor;
      return [data.status?.code, listed];
    };
    const claimed = { lesson: scene.lesson, kind: 'safety', text: 'It was another car.' };
    const { id: claim } = await scene.learner.collection('claims').create(claimed);
    const decide = (how: object) =>
      admin.collection('claim_decisions').create({ claim, reason: 'The papers show it.', ...how });
    return { ...scene, payout: payout?.id, retry, refused, byHand, decide };
  }

  test('that failed is not sent again, nor paid by hand, while a lesson of it is in dispute, and not at all once its money was taken back', async () => {
    const { retry, refused, byHand, decide, payouts, balance, teach } = await unpaid('2027-05-16', '2027-05-19');
    expect([await refused(), ...(await byHand())]).toEqual(['held_back', 'held_back', 'held_back']);
    await decide({ outcome: 'full' });
    expect([await refused(), await byHand(), await balance()]).toEqual(['owed_back', ['owed_back', 'owed_back'], 0]);
    // What is earned after that sets it off, and then it can go.
    app.clock.set('2027-05-26T12:00:00+08:00');
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    await teach('2027-05-20', 10_000);
    await app.app.sweepers.runDue();
    await app.app.sweepers.runDue();
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'failed' }, { amountCents: 3060 }], 5940]);
    expect([(await retry()).status, await balance()]).toEqual(['paid', 0]);
  });

  test('that failed pays less what was taken back since', async () => {
    const { retry, byHand, decide, payouts, balance } = await unpaid('2027-05-30', '2027-06-02');
    await decide({ outcome: 'part', refundCents: 2000 });
    expect(await byHand()).toEqual(['owed_back', 'owed_back']);
    expect(await retry()).toMatchObject({ status: 'paid' });
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'paid', amountCents: 4140 }], 0]);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('that the provider of before paid is noted so, whatever was taken back since: that comes off the next one', async () => {
    const { payout, decide, payouts, balance, teach } = await unpaid('2027-06-06', '2027-06-09', changeProvider);
    expect(await payouts()).toMatchObject([{ status: 'failed', failureCode: 'other_provider' }]);
    await decide({ outcome: 'part', refundCents: 2000 });
    const { items } = await app.root.send('/api/marketplace/bank/to-send', {});
    expect(items.find(({ id }: { id: string }) => id === payout)).toMatchObject({ waitsFor: '' });
    const note = { method: 'POST', body: { reference: 'tr_2' } };
    expect(await app.root.send(`/api/marketplace/payouts/${payout}/sent`, note)).toMatchObject({ status: 'paid' });
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'paid', amountCents: 5940 }], -1800]);
    await teach('2027-06-10', 6600);
    app.clock.set('2027-06-16T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect((await payouts()).map(({ amountCents }) => amountCents)).toEqual([5940, 5940 - 1800]);
    expect([await balance(), await ledgerFaults(app.db)]).toEqual([0, []]);
  });

  test('that the provider of before did not pay is sent again, less what was taken back since', async () => {
    const { retry, decide, payouts, balance } = await unpaid('2027-06-20', '2027-06-23', changeProvider);
    await decide({ outcome: 'part', refundCents: 2000 });
    expect(await retry()).toMatchObject({ status: 'paid' });
    expect([await payouts(), await balance()]).toMatchObject([[{ status: 'paid', amountCents: 4140 }], 0]);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 21] that a person is to send warns of a lesson that came into dispute meanwhile, and is noted by who had sent it', async () => {
    const { payout, byHand, payouts, balance } = await unpaid('2027-07-18', '2027-07-21', leaveToPerson);
    expect(await byHand()).toEqual(['in_dispute', 'in_dispute']);
    expect(await payouts()).toMatchObject([{ status: 'sent' }]);
    const note = { method: 'POST', body: { reference: 'FT2', wasSent: true } };
    expect(await app.root.send(`/api/marketplace/payouts/${payout}/sent`, note)).toMatchObject({ status: 'paid' });
    expect([await balance(), await ledgerFaults(app.db)]).toEqual([0, []]);
  });

  test('that a person is to send keeps its sum, as they may have sent it: what was taken back since comes off the next one', async () => {
    const { payout, decide, payouts, balance, teach } = await unpaid('2027-07-04', '2027-07-07', leaveToPerson);
    await decide({ outcome: 'part', refundCents: 2000 });
    const { items } = await app.root.send('/api/marketplace/bank/to-send', {});
    expect(items.find(({ id }: { id: string }) => id === payout)).toMatchObject({ amountCents: 5940, waitsFor: '' });
    const note = { method: 'POST', body: { reference: 'FT1' } };
    expect(await app.root.send(`/api/marketplace/payouts/${payout}/sent`, note)).toMatchObject({ status: 'paid' });
    expect(await balance()).toBe(-1800);
    await teach('2027-07-08', 6600);
    app.clock.set('2027-07-14T12:00:00+08:00');
    await app.app.sweepers.runDue();
    expect((await payouts()).map(({ amountCents }) => amountCents)).toEqual([5940, 5940 - 1800]);
    expect([await balance(), await ledgerFaults(app.db)]).toEqual([0, []]);
  });
});
