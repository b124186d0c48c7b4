import { expect, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { setFlags } from './support/set-flags.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

test('an admin finds a payout, opens its money down to the entries of one transaction, and comes back to all of them', {
  tag: '@any-width',
}, async ({ page }) => {
  await signIn(page, demoAccounts.admin, '/dashboard/analytics/payouts');
  const table = page.getByRole('table', { name: 'Payouts' });
  await expect(table.getByText('Paid').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Paid', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/analytics/payouts?status=paid');
  await expectNoSidewaysScroll(page);
  // A payout opens to its lines, each line to its entries, which are the amount of the line.
  await table.getByRole('link', { name: /^S\$/ }).first().click();
  await expect(page).toHaveURL(/\/dashboard\/payouts\/\w{15}$/);
  await expectNoSidewaysScroll(page);
  await page
    .getByRole('table', { name: 'What makes up the payout' })
    .getByRole('link', { name: /its entries$/ })
    .first()
    .click();
  const made = page.getByRole('table', { name: 'Entries of one transaction' });
  await expect(made.getByText('Platform fee')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto('/dashboard/analytics/payouts');
  await table
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: /^[A-Z]/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/ledger\?account=instructor_payable/);
  const entries = page.getByRole('table', { name: 'Ledger' });
  await entries.getByRole('link', { name: 'Lesson settled' }).first().click();
  await expect(page).toHaveURL(/ledger\?transaction=/);
  await expect(entries.getByRole('link', { name: 'Platform fee', exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Show all entries' }).click();
  await expect(page.getByText('All entries, oldest first.')).toBeVisible();
});

test('finance finds the bank’s desk in the sidebar, reads at home what waits to be sent by hand, and there what the payment provider charged', {
  tag: '@any-width',
}, async ({ page }) => {
  const root = await asSuperuser(page);
  const password = demoLearner.password;
  const email = `${crypto.randomUUID()}@example.sg`;
  const fields = { password, passwordConfirm: password, name: 'Ng Wei Ling', role: 'finance', verified: true };
  await root.create('users', { ...fields, email });
  const owed = {
    of: 'refunds',
    amountCents: 6600,
    failureCode: '',
    name: 'Mei',
    phone: '',
    account: '',
    owedSince: null,
    waitsFor: '',
  };
  await page.route(/\/api\/marketplace\/dashboard\?view=staff/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const count = (each: { desk: string }) => (each.desk === 'bank' ? { ...each, count: 402 } : each);
    await route.fulfill({ response, json: { ...answer, waiting: answer.waiting.map(count) } });
  });
  await page.route('**/api/marketplace/bank/to-send/count', (route) => route.fulfill({ json: { count: 402 } }));
  await page.route('**/api/marketplace/bank/to-send', (route) =>
    route.fulfill({
      json: {
        items: [
          { ...owed, id: 'arefundthatwait', failureCode: 'other_provider' },
          { ...owed, of: 'payouts', id: 'apayoutbefore00', phone: '+6591234567', failureCode: 'other_provider' },
          { ...owed, of: 'payouts', id: 'apayoutbyhand00', name: 'Mr Tan', waitsFor: 'in_dispute' },
        ],
      },
    }),
  );
  const refused = {
    ...{
      id: 'payment:apaymentofmay00',
      payment: 'apaymentofmay00',
      refund: '',
      reference: 'pi_3OqLhK2eZvKYlo2C0aXbYcZd',
      paidCents: 6600,
    },
    ...{ refusalCode: 'more_than_paid', said: 'S$71.01', refusedAt: '2026-11-21T02:00:00.000Z' },
  };
  const service = { id: 'txn_1', description: 'Connect (2026-10-01 - 2026-10-31): Active accounts' };
  await page.route('**/api/marketplace/provider-fees', (route) =>
    route.fulfill({
      json: {
        ...{ months: [{ month: '2026-11', amountCents: 1234 }], awaited: 2, refused: [refused], refusedCount: 3 },
        charges: [{ ...service, amountCents: 4600, chargedAt: '2026-11-01T02:00:00.000Z', transaction: 'ofservices' }],
      },
    }),
  );
  const since = '2026-11-18T02:00:00.000Z';
  const differs = { part: 'money', kind: 'adjustment', currency: 'sgd', since, transaction: '' };
  const differences = [
    { ...differs, reference: 'du_1PxQ2eLkdIwHu7ix', side: 'here', hereCents: 0, thereCents: -4800, cents: -4800 },
    {
      ...{ ...differs, reference: 'pi_3OqLhK2eZvKYlo2C0aXbYcZd', part: 'fee', side: 'amount', transaction: 'ofthefee' },
      ...{ hereCents: -254, thereCents: -274, cents: -20 },
    },
  ];
  const compared = {
    comparedAt: '2026-11-21T02:00:00.000Z',
    readUntil: '2026-11-21T02:00:00.000Z',
    explained: [],
    notComparedSince: null,
    gaps: [],
  };
  await page.route('**/api/marketplace/outside', (route) =>
    route.fulfill({
      json: {
        proofs: [
          {
            ...{ place: 'stripe', ...compared, hereCents: 125_000, thereCents: 120_180, differenceCents: 4820 },
            ...{ differing: 3, differences },
          },
        ],
      },
    }),
  );
  await setFlags(page, { stripeKey: 'pk_test_of_nobody' });
  await signIn(page, email);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Bank' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Bank 402 are waiting/ }).click();
  await expect(page).toHaveURL('/dashboard/analytics/bank');
  await expect(page.getByRole('heading', { name: 'To pay by hand' })).toBeVisible();
  await expect(page.getByText('399 more are waiting: the oldest come first.')).toBeVisible();
  // What may be paid already has nowhere to send it to.
  await expect(page.getByText(/If it was not, do not pay this amount/)).toBeVisible();
  await expect(page.getByText(/Check there whether it was refunded before you send it/)).toBeVisible();
  await expect(page.getByText('PayNow to +6591234567')).toHaveCount(0);
  await expect(page.getByText('2 fees are not known yet')).toBeVisible();
  await expect(page.getByText('it is over S$5.00 more than the payment (S$71.01)')).toBeVisible();
  await expect(page.getByText('2 more are not in the books: the oldest come first.')).toBeVisible();
  const compares = page.getByRole('region', { name: 'The books and Stripe' });
  await expect(compares.getByText(/3 sums differ, S\$48\.20 in all/)).toBeVisible();
  await expect(compares.getByText('Missing in the books du_1PxQ2eLkdIwHu7ix')).toBeVisible();
  await expect(compares.getByRole('link', { name: /S\$0\.20/ })).toHaveAttribute(
    'href',
    '/dashboard/entries?of=transaction&id=ofthefee',
  );
  await expect(compares.getByText('One more differs, for a shorter time.')).toBeVisible();
  const services = page.getByRole('region', { name: 'For its services' });
  await expect(services.getByText(service.description)).toBeVisible();
  await expect(services.getByRole('link', { name: /S\$46\.00/ })).toHaveAttribute(
    'href',
    '/dashboard/entries?of=transaction&id=ofservices',
  );
  // A lesson of it came into dispute: who notes it is asked whether it was sent before.
  const notes: unknown[] = [];
  await page.route('**/api/marketplace/payouts/apayoutbyhand00/sent', (route) => {
    const body: { wasSent?: boolean } = route.request().postDataJSON();
    notes.push(body);
    const status = { code: 'in_dispute', message: 'A lesson it pays for has come into dispute.' };
    return body.wasSent
      ? route.fulfill({ json: { id: 'apayoutbyhand00', status: 'paid' } })
      : route.fulfill({ status: 409, json: { status: 409, message: status.message, data: { status } } });
  });
  const disputed = page.getByRole('listitem').filter({ hasText: 'Mr Tan' });
  await expect(disputed.getByText(/Do not send it until that is decided/)).toBeVisible();
  await disputed.getByLabel('Bank reference').fill('FT-9');
  await disputed.getByRole('button', { name: /Mark as sent/ }).click();
  const question = page.getByRole('dialog', { name: 'Has it been sent already?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Yes, it has been sent' }).click();
  await expect(page.getByText('S$66.00 to Mr Tan is noted as sent.', { exact: true })).toBeVisible();
  expect(notes).toEqual([{ reference: 'FT-9' }, { reference: 'FT-9', wasSent: true }]);
  await page.route('**/api/marketplace/provider-fees/*/again', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: `Ask again: ${refused.reference}` }).click();
  await expect(page.getByText(`The provider is asked again for ${refused.reference}.`, { exact: true })).toBeVisible();
  // What can't be taken back is asked first.
  const left: string[] = [];
  await page.route('**/api/marketplace/provider-fees/*/leave', (route) => {
    left.push(decodeURIComponent(new URL(route.request().url()).pathname));
    return route.fulfill({ status: 204 });
  });
  const leave = page.getByRole('button', { name: `Leave it out: ${refused.reference}` });
  await leave.click();
  const leaving = page.getByRole('dialog', { name: 'Leave this fee out of the books?' });
  await expect(leaving).toContainText(refused.reference);
  await expect(leaving).toContainText('This can’t be undone.');
  await leaving.getByRole('button', { name: 'Keep it on the list' }).click();
  await expect(leaving).toBeHidden();
  await expect(leave).toBeFocused();
  expect(left).toEqual([]);
  await leave.click();
  await expectAccessible(page);
  await leaving.getByRole('button', { name: 'Leave it out' }).click();
  await expect(page.getByText(`${refused.reference} is left out of the books.`, { exact: true })).toBeVisible();
  await expect(leaving).toBeHidden();
  expect(left).toEqual([`/api/marketplace/provider-fees/${refused.id}/leave`]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('link', { name: 'S$12.34' })).toHaveAttribute(
    'href',
    '/dashboard/entries?of=provider_fees&from=2026-11-01&to=2026-11-30',
  );
});

test('finance reads what Stripe told, why a refund is not sent by hand, and says what was done', async ({ page }) => {
  const about = { currency: 'sgd', payout: '', packagePurchase: '', created: '2026-11-21T02:00:00.000Z' };
  const refund = {
    ...{ ...about, id: 'refund:made_there:re_1:6600sgd', kind: 'refund', reason: 'made_there', reference: 're_1' },
    ...{ amountCents: 6600, payment: 'apaymentofmay00', lesson: 'alessonofmay000', dueAt: '2036-11-24T02:00:00.000Z' },
  };
  const dispute = {
    ...{ ...about, id: 'dispute:other_currency:dp_1:4800usd', kind: 'dispute', reason: 'other_currency' },
    ...{
      reference: 'dp_1',
      amountCents: 4800,
      currency: 'usd',
      payment: '',
      lesson: '',
      dueAt: '2020-11-24T02:00:00.000Z',
    },
  };
  const settled: object[] = [];
  await page.route('**/api/marketplace/provider-cases', (route) => {
    const open = settled.length > 0 ? [dispute] : [refund, dispute];
    return route.fulfill({ json: { open, openCount: open.length + 1, settled } });
  });
  const owed = { of: 'refunds', id: 'arefundthatwait', amountCents: 6600, failureCode: 'charge_already_refunded' };
  const whom = { name: 'Mei', phone: '+6591234567', isPhoneProved: true, account: '', owedSince: null };
  await page.route('**/api/marketplace/bank/to-send', (route) =>
    route.fulfill({ json: { items: [{ ...owed, ...whom, waitsFor: settled.length > 0 ? '' : 'provider_case' }] } }),
  );
  await setFlags(page, { stripeKey: 'pk_test_of_nobody' });
  await signIn(page, demoAccounts.admin, '/dashboard/analytics/bank');
  const told = page.getByRole('region', { name: 'Told by Stripe' });
  await expect(told.getByRole('link', { name: 'S$66.00' })).toHaveAttribute(
    'href',
    '/dashboard/entries?of=lesson&id=alessonofmay000',
  );
  await expect(told.getByText('Somebody refunded a payment in Stripe’s own pages.')).toBeVisible();
  await expect(told.getByText('4800 USD')).toBeVisible();
  await expect(told.getByText('Look at it by 24 Nov 2036')).toBeVisible();
  await expect(told.getByText('It was due by 24 Nov 2020')).toBeVisible();
  await expect(told.getByText('One more waits after these.')).toBeVisible();
  const byHand = page.getByRole('region', { name: 'To pay by hand' });
  await expect(byHand.getByText(/settle it first/)).toBeVisible();
  await expect(byHand.getByLabel('Bank reference')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const notes: unknown[] = [];
  await page.route('**/api/marketplace/provider-cases/*/settle', (route) => {
    notes.push([decodeURIComponent(new URL(route.request().url()).pathname), route.request().postDataJSON()]);
    settled.push({ ...refund, note: 'Asked by telephone.', settledByName: 'Ng Wei Ling', settledAt: refund.created });
    return route.fulfill({ status: 204 });
  });
  const settle = told.getByRole('button', { name: 'Settle re_1' });
  await settle.click();
  await expect(told.getByText('Write what was done.')).toBeVisible();
  await told.getByLabel('What was done').first().fill('Asked by telephone.');
  await settle.click();
  await expect(page.getByText('re_1 is settled.', { exact: true })).toBeVisible();
  expect(notes).toEqual([
    ['/api/marketplace/provider-cases/refund:made_there:re_1:6600sgd/settle', { note: 'Asked by telephone.' }],
  ]);
  await expect(byHand.getByLabel('Bank reference')).toBeVisible();
  await told.getByText('Settled last').click();
  await expect(told.getByText(/Ng Wei Ling: Asked by telephone\./)).toBeVisible();
  await expectAccessible(page);
});
