import { expect, type Page } from '@playwright/test';
import { askAs } from './support/ask-as.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { asSuperuser, holdLesson, setScene, testWithServer, verifyAddress } from './support/own-server.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';

const test = testWithServer(() => ({ PAYNOW_UEN: '202612345K', PAYNOW_NAME: 'KERBSIDE PTE LTD' }));

test('a learner pays by PayNow to the operator’s own account and says so; an admin finds it in the bank’s statement', {
  tag: '@any-width',
}, async ({ page, browser, baseURL }) => {
  const { instructor } = await setScene(page.request);
  const { record, token } = await becomeNewLearner(page, 'Tan Mei Ling');
  await verifyAddress(page.request, record.id);
  const lesson = await holdLesson(page.request, { instructor, token });
  await page.goto(`/dashboard/book-lesson?lesson=${lesson}`);

  // No card is asked for; the code carries a reference, and so do the words beside it.
  await expect(page.getByRole('radio')).toHaveCount(1);
  await page.getByRole('button', { name: /^Show the QR code/ }).click();
  await expect(page.getByText('202612345K')).toBeVisible();
  const reference = String(await page.locator('dt:text-is("Reference") + dd').textContent()).replaceAll(' ', '');
  expect(reference).toMatch(/^KB[2-9A-Z]{10}$/);
  await expect(page.locator('[data-qr]')).toHaveAttribute('data-qr', new RegExp(reference));
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^I have paid/ }).click();
  await expect(page.getByRole('heading', { name: 'We are looking for your payment' })).toBeVisible();
  await expectNoSidewaysScroll(page);

  // The admin sees who waits, and what the statement says before it is booked.
  const desk = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();
  await signIn(desk, demoAccounts.admin, '/dashboard/analytics/bank');
  await expect(desk.getByText(reference)).toBeVisible();
  const paid = await amountOf(page);
  const csv = [
    'Transaction Date,Value Date,Description,Withdrawals (SGD),Deposits (SGD)',
    `22/11/2026,22/11/2026,PAYNOW ${reference} ${record.id},,${paid}`,
    '22/11/2026,22/11/2026,SOMEBODY ELSE,,9.00',
  ].join('\n');
  await desk
    .getByLabel('Statement of the bank (CSV, MT940 or CAMT.053)')
    .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(desk.getByText('Pays', { exact: true })).toBeVisible();
  await expect(desk.getByText('No payment named')).toBeVisible();
  await expectNoSidewaysScroll(desk);
  await desk.getByRole('button', { name: 'Book 2 lines' }).click();
  await expect(desk.getByText('2 lines were new, 1 booked as payments.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/dashboard/lessons/${lesson}?confirmed`);

  // What is nobody's goes back to its sender.
  await desk.getByRole('button', { name: 'Return to sender' }).click();
  await desk.getByLabel('Bank reference').fill('FT-1');
  await desk.getByRole('button', { name: 'S$9.00 was sent back' }).click();
  await expect(desk.getByText('Every line has its payment.')).toBeVisible();

  // The next export has no balances either: that one of its lines is another payment, only a person knows.
  const next = [csv.split('\n')[0], '22/11/2026,22/11/2026,SOMEBODY ELSE,,9.00'].join('\n');
  await desk
    .getByLabel('Statement of the bank (CSV, MT940 or CAMT.053)')
    .setInputFiles({ name: 'next.csv', mimeType: 'text/csv', buffer: Buffer.from(next) });
  await desk.getByText('1 line looks like one that you imported').click();
  await desk.getByRole('checkbox', { name: /^S\$9\.00/ }).check();
  await expectNoSidewaysScroll(desk);
  await desk.getByRole('button', { name: 'Book 1 line' }).click();
  await expect(desk.getByText('1 line was new, 0 booked as payments.', { exact: true })).toBeVisible();

  // [26.12] The bank takes the learner's money back: it stands beside the line that it takes back, until the admin confirms that.
  const reversal = [csv.split('\n')[0], `22/11/2026,22/11/2026,REVERSAL ${reference},${paid},`].join('\n');
  await desk
    .getByLabel('Statement of the bank (CSV, MT940 or CAMT.053)')
    .setInputFiles({ name: 'reversal.csv', mimeType: 'text/csv', buffer: Buffer.from(reversal) });
  await desk.getByRole('button', { name: 'Book 1 line' }).click();
  await expect(
    desk.getByText('No line was new, 0 booked as payments. 1 line went out.', { exact: true }),
  ).toBeVisible();
  const wentOut = desk.getByRole('region', { name: 'Money that went out' });
  await expect(wentOut.getByText('It takes this line back')).toBeVisible();
  await expectNoSidewaysScroll(desk);
  await wentOut.getByRole('button', { name: `Take the booking of S$${paid} back` }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Take the booking back' }).click();
  await expect(wentOut.getByText('Nothing contradicts what was noted as sent.')).toBeVisible();
});

test('[26.23] what the bank brought back of money that was sent is booked as that, and is to be sent again', {
  tag: '@any-width',
}, async ({ page, browser, baseURL }) => {
  const { instructor } = await setScene(page.request);
  const { record, token } = await becomeNewLearner(page, 'Lim Jia Hui');
  await verifyAddress(page.request, record.id);
  const lesson = await holdLesson(page.request, { instructor, token });
  const ask = askAs(page, token);
  await ask('payments/records', { lesson, method: 'paynow' });
  type Asked = { billReference: string; amountCents: number };
  const [payment] = await asSuperuser<Asked>(page.request, 'payments', `lesson = '${lesson}'`);
  const paid = ((payment?.amountCents ?? 0) / 100).toFixed(2);
  const desk = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();
  await signIn(desk, demoAccounts.admin, '/dashboard/analytics/bank');
  const importLine = async (text: string) => {
    const csv = ['Date,Description,Withdrawals (SGD),Deposits (SGD)', `22/11/2026,${text},,${paid}`].join('\n');
    await desk
      .getByLabel('Statement of the bank (CSV, MT940 or CAMT.053)')
      .setInputFiles({ name: 'line.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await desk.getByRole('button', { name: 'Book 1 line' }).click();
  };
  await importLine(`PAYNOW ${payment?.billReference}`);
  await expect(desk.getByText('1 line was new, 1 booked as payments.', { exact: true })).toBeVisible();
  await ask('cancellations/records', { lesson });
  await desk.reload();
  const owed = desk.getByRole('listitem').filter({ hasText: 'Lim Jia Hui' });
  await owed.getByLabel('Bank reference').fill(`FT${lesson}`);
  await owed.getByRole('button', { name: /^Mark as sent/ }).click();
  await expect(owed).toHaveCount(0);

  // The account that it went to is closed.
  await importLine(`RETURN ${lesson} ACCOUNT CLOSED`);
  await desk.getByRole('button', { name: `Find the payment of S$${paid}` }).click();
  await expect(desk.getByText(`S$${paid} sent as a refund by FT${lesson}`)).toBeVisible();
  await expectNoSidewaysScroll(desk);
  await desk.getByRole('button', { name: `It came back: S$${paid} sent as a refund by FT${lesson}` }).click();
  await expect(desk.getByText('Every line has its payment.')).toBeVisible();
  await expect(owed).toContainText('The bank sent it back.');
  await expectNoSidewaysScroll(desk);
});

async function amountOf(page: Page): Promise<string> {
  const text = String(await page.getByText(/If we can’t find S\$/).textContent());
  return /S\$([\d.]+)/.exec(text)?.[1] ?? '';
}
