import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectLetters, expectQueueKeys } from './support/expect-queue-keys.ts';
import { expectToast } from './support/expect-toast.ts';
import { findAllRight, sendIn } from './support/send-in.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';
import { someLetters } from './support/some-letters.ts';

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test('those who check open at the next case, look at each thing, send back with reasons, and list @any-width', async ({
  page,
  browser,
}) => {
  const instructor = await sendIn(page);
  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, demoAccounts.admin, '/dashboard');
  await desk
    .getByRole('link', { name: /Papers to check/ })
    .first()
    .click();
  await desk.getByText('Show the queue').click();
  await desk
    .getByRole('link', { name: /^Ismail bin Omar/ })
    // Other tests send in people of the same name.
    .and(desk.locator(`[href$="${instructor}"]`))
    .click();
  await expect(desk).toHaveURL(new RegExp(instructor));
  await expect(desk.getByRole('img', { name: 'Instructor’s licence' })).toBeVisible();
  await expectQueueKeys(desk);
  await desk.getByRole('button', { name: 'Larger' }).click();
  await expectGoodPage(desk);

  const item = (name: RegExp) => desk.getByRole('group', { name });
  await desk.getByRole('button', { name: 'Accept and list' }).click();
  await expect(desk.getByText(/^Check first: On the Traffic Police/)).toBeVisible();
  // What nobody sent is named, and can't be said to be right.
  await expect(desk.getByText(/^These papers are missing: Vehicle registration\./)).toBeVisible();
  await expect(item(/^Car:/).getByRole('radio', { name: 'Right', exact: true })).toBeDisabled();
  await item(/^Licence/)
    .getByRole('radio', { name: 'Not right' })
    .check();
  await expectLetters(desk, desk.getByLabel('What the instructor reads'));
  await desk.getByLabel('What the instructor reads').fill('The last line is cut off.');
  await desk.getByRole('button', { name: 'Send back with reasons' }).click();
  await expectToast(desk, 'Ismail bin Omar was sent back');
  // Another case shows: the address is no longer that of the one that was decided.
  await expect(desk).not.toHaveURL(new RegExp(instructor));

  await page.goto('/dashboard/teach');
  await expect(page.getByText('The last line is cut off.')).toBeVisible();
  await page.getByRole('link', { name: /^Licence and papers/ }).click();
  await expect(page.getByText('The last line is cut off.')).toBeVisible();
  await expectGoodPage(page);

  const root = await asSuperuser(page);
  for (const kind of ['licence', 'vehicle']) await root.create('instructor_documents', { instructor, kind });
  await root.update('instructors', instructor, { status: 'submitted' });
  await desk.goto(`/dashboard/verify?case=${instructor}`);
  await expect(desk.getByText('No file came with this paper. Send the profile back and ask for it.')).toBeVisible();
  await findAllRight(desk);
  await desk.getByRole('button', { name: 'Accept and list' }).click();
  await expect(desk.getByText(/^Check first: Under 75/)).toBeVisible();
  await desk.getByLabel('75th birthday').fill('2035-05-02');
  await desk.getByRole('button', { name: 'Accept and list' }).click();
  await expectToast(desk, 'Ismail bin Omar was accepted');

  await desk.goto(`/dashboard/verify?instructor=${instructor}`);
  await expect(desk.getByText('7 things checked.')).toBeVisible();
  const today = new Date().toISOString().slice(0, 10);
  const licence = { kind: 'licence', checkedOn: today, expiresOn: '2035-05-02', note: '' };
  await desk.getByLabel('Why').fill('Somebody else came to the lesson.');
  // Decided elsewhere while the file is open here: said, and not decided over.
  const { id: newest } = await root.create('verifications', { instructor, outcome: 'accepted', checks: [licence] });
  await desk.getByRole('button', { name: 'Ask for a suspension' }).click();
  await expect(
    desk.getByText(/decided this while you had it open\. Look at that decision first\./).first(),
  ).toBeVisible();
  await expect(desk.getByText('1 thing checked.')).toBeVisible();
  const isAsked = desk.waitForRequest('**/api/collections/verifications/records');
  await desk.getByRole('button', { name: 'Ask for a suspension' }).click();
  expect((await isAsked).postDataJSON().after).toBe(newest);
  await desk.getByRole('link', { name: 'To the queue' }).click();
  await expect(desk.getByText('You asked for it, so somebody else has to confirm it.')).toBeVisible();
  await expectGoodPage(desk);
  await desk.getByRole('button', { name: 'Withdraw it' }).click();
  await expect(desk.getByText('Withdrawn', { exact: true })).toBeVisible();
  // Other tests count who is in the search.
  await root.update('instructors', instructor, { status: 'draft' });
});

test('the Police’s list is pasted, and what it says differently of somebody is decided @any-width', async ({
  page,
  browser,
}) => {
  const teacher = await (await browser.newContext()).newPage();
  const instructor = await signInAsNewInstructor(teacher, '/');
  const root = await asSuperuser(page);
  const word = someLetters();
  await root.update('instructors', instructor, { status: 'listed', name: `Ismail bin Omar ${word}` });
  await signIn(page, demoAccounts.admin, '/dashboard/police-list');
  const csv = page.getByLabel(/^CSV file/);
  // A file without text would be a list on which nobody stands.
  for (const buffer of [Buffer.alloc(0), Buffer.from([0xff, 0xfe, 0, 1]), Buffer.from('a\0b')]) {
    await csv.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
    await expect(csv).toHaveAccessibleDescription(/^This file is empty or is not a text file\./);
    await expect(page.getByRole('button', { name: /^Record/ })).toHaveCount(0);
  }
  await csv.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('Nobody of ours\n') });
  await expect(page.getByText(/^0 found among 1 line,/)).toBeVisible();
  await expect(page.getByText(/^None of the listed instructors is on this list\./)).toBeVisible();
  await page
    .getByLabel('The list', { exact: true })
    .fill(`name,valid until\nOmar Ismail bin ${word},2099-06-30\nx,2099-13`);
  await expect(page.getByText(/x, 2099-13/)).toBeVisible();
  const difference = page.getByRole('listitem').filter({ hasText: `Ismail bin Omar ${word}` });
  await expect(difference).toContainText('Under another name');
  await expectGoodPage(page);
  await difference.getByRole('button', { name: /^It is/ }).click();
  await expectToast(page, '1 comparison recorded');
  await expect(difference).toHaveCount(0);
  const checks = `instructor='${instructor}' && outcome='found' && listedName~'Omar Ismail'`;
  await root.find('police_checks', checks);
  await root.update('instructors', instructor, { status: 'draft' });
});
