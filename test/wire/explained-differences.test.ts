import { expect, test } from 'vitest';
import { reportOutside } from '#marketplace/money/outside/report-outside.ts';
import { send, startOnOperatorsAccount, statement } from '#support/operators-account.ts';
import { makePerson, refusalOf, type TestApp } from '#support/start-app.ts';

type Person = Awaited<ReturnType<typeof makePerson>>;
let app: TestApp;
let admin: Person;
const { scene, importing, linesOf, refundsOf } = startOnOperatorsAccount((started, made) => {
  app = started;
  admin = made;
});

// Tests move the clock by days, and tokens end.
const proofOf = async (who = admin) => {
  await who.collection('users').authWithPassword(`${who.id}@kerbside.example`, 'learner-password');
  return (await who.send('/api/marketplace/outside', {})).proofs[0];
};
const sweepAfter = async (minutes: number) => {
  app.clock.advance(minutes);
  await app.app.sweepers.runDue();
};
const atHome = async (who: Person) => {
  const { waiting } = await who.send('/api/marketplace/dashboard', { query: { view: 'staff' } });
  return waiting.find(({ desk }: { desk: string }) => desk === 'bank').count;
};
const figure = async (name: string) => {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(new RegExp(`kerbside_outside_${name}\\{place="manual"\\} (\\S+)`).exec(text)?.[1]);
};
const report = async () => reportOutside(app.db, { name: 'manual' }, app.clock.nowMs());

test('[26.33] [25.53] a difference that a person explained leaves every figure, comes back with another sum, and can be opened again', async () => {
  const { payment, learner, id } = await scene('2026-11-27T01:00:00Z');
  await importing(statement(['66.00', payment.billReference]));
  await learner.collection('cancellations').create({ lesson: id });
  const [refund] = await refundsOf(learner);
  await send(admin, `refunds/${refund?.id}/sent`, { reference: 'FT2633001' });
  // What went out in another amount than was noted.
  const head = 'Transaction Date,Transaction Description 1,Debit,Credit';
  const out = (day: number, amount: string) => `${head}\n${day} Nov 2026,FT2633001 TAN,${amount},`;
  await importing(out(21, '60.00'));
  app.clock.set('2026-11-25T10:00:00+08:00');
  const finance = await makePerson(app, { role: 'finance' });
  await app.app.sweepers.runDue();
  const [difference] = (await proofOf(finance)).differences;
  expect(difference).toMatchObject({ reference: `refunds:${refund?.id}`, side: 'amount', cents: 600 });
  const count = await atHome(finance);
  const { reference, part, currency, hereCents, thereCents } = difference;
  const named = { place: 'manual', reference, part, currency };
  const explain = (who: Person, more: object = {}) =>
    send(who, 'outside/explain', { ...named, hereCents, thereCents, reason: 'S$6.00 went in cash.', ...more });
  expect((await refusalOf(explain(finance, { reason: ' ' }))).data.reason?.code).toBe('validation_required');
  expect((await refusalOf(explain(finance, { thereCents: 1 }))).data.reference?.code).toBe('changed');
  expect((await refusalOf(explain(learner))).status).toBe(403);
  await app.db.query(`update users set role = 'finance' where id = $1`, [learner.id]);
  await learner.collection('users').authWithPassword(`${learner.id}@kerbside.example`, 'learner-password');
  const own = await refusalOf(explain(learner));
  expect([own.status, Object.keys(own.data)]).toEqual([400, ['reference']]);
  await app.db.query(`update users set role = 'user' where id = $1`, [learner.id]);
  const ends = await Promise.allSettled([explain(finance), explain(finance)]);
  expect(ends.map(({ status }) => status)).toContain('fulfilled');
  const proof = await proofOf(finance);
  expect(proof).toMatchObject({ differing: 0, differenceCents: 0, differences: [] });
  expect(proof.explained).toMatchObject([{ reference, cents: 600, reason: 'S$6.00 went in cash.' }]);
  expect([await atHome(finance), await figure('difference_cents'), await figure('oldest_difference_seconds')]).toEqual([
    count - 1,
    0,
    0,
  ]);
  // It stays so when everything is compared once more.
  await sweepAfter(25 * 60);
  expect((await proofOf(finance)).explained).toHaveLength(1);
  expect((await report()).lines.join('\n')).toContain('"S$6.00 went in cash."');
  await app.db.query(`update users set role = 'finance' where id = $1`, [learner.id]);
  await learner.collection('users').authWithPassword(`${learner.id}@kerbside.example`, 'learner-password');
  const ownAgain = await refusalOf(send(learner, 'outside/reopen', named));
  expect([ownAgain.status, ownAgain.data.reference?.code]).toEqual([400, 'own_case']);
  await app.db.query(`update users set role = 'user' where id = $1`, [learner.id]);
  await send(finance, 'outside/reopen', named);
  expect(await proofOf(finance)).toMatchObject({ differing: 1, differenceCents: 600, explained: [] });
  expect((await refusalOf(send(finance, 'outside/reopen', named))).data.reference?.code).toBe('not_explained');
  await explain(finance);
  // Another sum is another difference.
  await app.db.query(`update bank_debits set "amountCents" = 6100 where text ~ 'FT2633001'`);
  await sweepAfter(25 * 60);
  expect(await proofOf(admin)).toMatchObject({ differences: [{ reference, cents: 500 }], explained: [] });
  const trail = await app.db.query(
    `select actor, changes, after from audit_entries where collection = 'outside_differences' order by id`,
  );
  expect(trail[0]).toMatchObject({ actor: finance.id, after: { reason: 'S$6.00 went in cash.' } });
  expect(trail.map(({ changes }) => JSON.stringify(changes)).join()).toMatch(/explained.*open/);
});

test('[26.32] where no statement is there of money that is booked, it is said since when, everywhere', async () => {
  expect(await linesOf('')).not.toEqual([]);
  await app.db.query('delete from bank_statements');
  app.clock.set('2026-12-05T10:00:00+08:00');
  await proofOf(admin);
  await app.app.sweepers.runDue();
  const finance = await makePerson(app, { role: 'finance' });
  // Until then statements were there at the last comparison.
  const { notComparedSince, differences } = await proofOf(finance);
  expect(notComparedSince).toBe('2026-11-22T16:00:00.000Z');
  // What is known is compared all the same.
  expect(differences).toHaveLength(1);
  expect(await figure('not_compared_seconds')).toBe((app.clock.nowMs() - Date.parse(notComparedSince)) / 1000);
  expect(await atHome(finance)).toBeGreaterThan(1);
  const { lines, isRight } = await report();
  expect(isRight).toBe(false);
  expect(lines.join('\n')).toContain('Not compared since 2026-11-22T16:00:00.000Z');
  expect(lines.join('\n')).not.toContain('agree');
  await importing(statement(['12.00', 'SOMEBODY']));
  await sweepAfter(61);
  expect(await proofOf(admin)).toMatchObject({ notComparedSince: null });
  expect(await figure('not_compared_seconds')).toBe(0);
});
