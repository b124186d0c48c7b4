import { expect, test } from 'vitest';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { catchUpWithProvider } from '#marketplace/money/stripe/catch-up-with-provider.ts';
import { openTill } from '#marketplace/open-till.ts';
import { makePerson, refusalOf } from '#support/start-app.ts';
import { startStripeBooks } from '#support/stripe-books.ts';

const { app, stripe, finance, paid, tell, refundThere, casesOf, settle } = startStripeBooks();

const listed = () => finance().send('/api/marketplace/provider-cases', {});

test('[26.4] a case says what it is of and by when, is settled once with a note, and the audit trail keeps who did', async () => {
  const scene = await paid();
  const refund = refundThere(scene.intent, 6600);
  await tell('refund.created', refund);
  const id = `refund:made_there:${refund.id}:6600sgd`;
  expect(await listed()).toMatchObject({
    open: [{ ...{ id, payment: scene.payment, lesson: scene.lesson, currency: 'sgd', payout: '' } }],
    ...{ openCount: 1, settled: [] },
  });
  for (const [note, code] of [
    ['  ', 'validation_required'],
    ['x'.repeat(501), 'validation_length_out_of_range'],
  ] as const) {
    expect((await refusalOf(settle(id, note))).data.note?.code).toBe(code);
  }
  await settle(id, 'The learner asked by telephone.');
  const refused = await refusalOf(settle(id));
  expect([refused.status, refused.data.status?.code]).toEqual([409, 'not_open']);
  expect((await refusalOf(settle('nosuchcase'))).status).toBe(404);
  expect(await listed()).toMatchObject({
    ...{ open: [], openCount: 0 },
    settled: [{ id, note: 'The learner asked by telephone.' }],
  });
  const audit = await app().db.query(
    `select actor, changes from audit_entries where collection = 'provider_cases' and record = $1`,
    [id],
  );
  expect(audit).toEqual([{ actor: finance().id, changes: [{ field: 'status', from: 'open', to: 'settled' }] }]);
});

test('[26.4] nobody settles a case of their own money, and nobody but the money’s people sees any', async () => {
  const scene = await paid();
  const refund = refundThere(scene.intent, 6600);
  await tell('refund.created', refund);
  await app().root.collection('users').update(scene.learner.id, { role: 'finance' });
  const own = app().guest();
  await own.collection('users').authWithPassword(`${scene.learner.id}@kerbside.example`, 'learner-password');
  const path = `/api/marketplace/provider-cases/${encodeURIComponent(`refund:made_there:${refund.id}:6600sgd`)}/settle`;
  const refused = await refusalOf(own.send(path, { method: 'POST', body: { note: 'Fine.' } }));
  expect([refused.status, refused.data.case?.code]).toEqual([400, 'own_case']);
  const moderator = await makePerson(app(), { role: 'moderator' });
  expect((await refusalOf(moderator.send('/api/marketplace/provider-cases', {}))).status).toBe(403);
});

test('[26.4] the database lets a case only be settled', async () => {
  const change = (text: string) => app().db.query(text);
  for (const text of [
    'update provider_cases set "amountCents" = 1',
    `update provider_cases set status = 'open', "settledAt" = null where status = 'settled'`,
    'delete from provider_cases',
  ]) {
    await expect(change(text)).rejects.toMatchObject({ constraint: 'provider_cases_settled_once' });
  }
});

test('[26.4] an event is noted once its effect is written down; one that can’t be taken for a day is a case of finance’s', async () => {
  const scene = await paid();
  const refund = refundThere(scene.intent, 6600);
  const created = Math.floor(app().clock.nowMs() / 1000);
  stripe().events.push({
    id: 'evt_untaken',
    type: 'charge.refunded',
    created,
    data: { object: { id: refund.charge } },
  });
  const till = openTill(app().app.engine, createStripeProvider(stripe().options));
  const isNoted = async () => (await app().db.query(`select from provider_events where id = 'evt_untaken'`)).length > 0;
  await stripe().spoil('GET /v1/refunds', 'broken');
  await catchUpWithProvider(till, app().clock.nowMs());
  expect([await isNoted(), await casesOf('evt_untaken')]).toEqual([false, []]);
  app().clock.advance(25 * 60);
  await stripe().spoil('GET /v1/refunds', 'broken');
  await catchUpWithProvider(till, app().clock.nowMs());
  expect([await isNoted(), await casesOf('evt_untaken')]).toEqual([false, ['event not_taken 0 ']]);
  await catchUpWithProvider(till, app().clock.nowMs());
  expect([await isNoted(), (await scene.learner.collection('payments').getOne(scene.payment)).status]).toEqual([
    true,
    'refunded',
  ]);
});
