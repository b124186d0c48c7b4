import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { asSuperuser } from './support/as-superuser.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { findSmallParts } from './support/find-small-parts.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

const photo = async () => ({
  name: 'paper.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#e8e4d8' } })
    .jpeg()
    .toBuffer(),
});

const goOn = (page: Page) => page.getByRole('button', { name: 'Save and continue' }).click();
const expectStep = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();

/** Sends a photo of a paper with its middle covered; answers what the server has of it. */
async function sendPaper(page: Page, token: string, paper: string): Promise<Buffer> {
  await page.getByLabel(`Photograph: ${paper}`).setInputFiles(await photo());
  const dialog = page.getByRole('dialog', { name: 'Keep only the paper' });
  await dialog.getByRole('slider', { name: 'Right' }).fill('0.5');
  await dialog.getByRole('button', { name: 'Next' }).click();
  const cover = page.getByRole('dialog', { name: 'Cover your NRIC' });
  await cover.getByRole('button', { name: 'Send this photo' }).click();
  await expect(cover.getByText('Cover the numbers, then tick the box.')).toBeVisible();
  await cover.getByRole('button', { name: 'Add a cover' }).click();
  // However much stands above it, what sends the photo needs no scrolling.
  for (const part of [cover.getByRole('checkbox', { name: /No NRIC/ }), cover.getByRole('button')]) {
    await expect(part.last()).toBeInViewport({ ratio: 1 });
  }
  await cover.getByRole('checkbox', { name: /No NRIC/ }).check();
  await cover.scrollIntoViewIfNeeded();
  await expectGoodPage(page);
  const sending = page.waitForResponse((answer) => answer.url().includes('/instructor_documents/records'));
  await cover.getByRole('button', { name: 'Send this photo' }).click();
  const { id, file } = await (await sending).json();
  const headers = { Authorization: token };
  const { token: fileToken } = await (await page.request.post('/api/files/token', { headers })).json();
  return (await page.request.get(`/api/files/instructor_documents/${id}/${file}?token=${fileToken}`)).body();
}

test('somebody with a licence fills in the wizard step by step, goes on where they stopped, and sends it in @any-width', async ({
  page,
  browser,
}) => {
  const { record, token } = await becomeNewLearner(page, 'Ismail bin Omar');
  await page.goto('/teach');
  await expect(page.getByRole('row', { name: 'The first 10 hours' })).toContainText('S$89.10');
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Begin your profile' }).first().click();
  await expect(page.getByLabel('Your name as on your licence')).toHaveValue('Ismail bin Omar');
  await page.getByRole('button', { name: 'Begin your profile' }).click();

  await expectStep(page, 'Name and licence classes');
  // An instructor from here on: the view with large print, and its places in the menu.
  await expect
    .poll(() =>
      page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('kerbside_view_'))?.[1]),
    )
    .toBe('instructor');
  expect(await findSmallParts(page)).toEqual([]);
  await goOn(page);
  await expect(page.getByText('Choose at least one class.')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Class 3A/ }).check();
  await goOn(page);
  await expectStep(page, 'Areas');
  // By a finger on the map, and put back by another tap; the list says the same.
  const chosen = page.getByRole('status').filter({ hasText: /^(1 area:|No area)/ });
  const areaOnMap = (name: string) => page.locator('path', { has: page.locator(`title:text-is("${name}")`) });
  for (const name of ['Bedok', 'Tampines', 'Tampines']) await areaOnMap(name).tap();
  await expect(chosen).toHaveText('1 area: Bedok');
  await page.getByText('Choose from a list').click();
  await page.getByLabel('Find an area').fill('bed');
  await expect(page.getByRole('checkbox', { name: 'Bedok' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Bedok' }).uncheck();
  await expect(chosen).toHaveText('No area chosen.');
  await page.getByRole('checkbox', { name: 'Bedok' }).check();
  await expectGoodPage(page);
  await goOn(page);
  await expectStep(page, 'Languages and test centre');

  // The same person on another device: nothing but the account goes along.
  const other = await (await browser.newContext()).newPage();
  await other.addInitScript(([value]) => localStorage.setItem('pocketbase_auth', value), [
    JSON.stringify({ token, record }),
  ] as const);
  await other.goto('/dashboard/teach');
  await expect(other.getByRole('link', { name: /^Areas/ })).toContainText('Done');
  await expect(other.getByRole('link', { name: /^Prices/ })).toContainText('Missing');
  await expectGoodPage(other);
  await other.getByRole('button', { name: 'Send in to be checked' }).click();
  await expect(other.getByRole('link', { name: /^Prices/ })).toContainText('Add this, then send again.');
  await other.getByRole('link', { name: 'Continue: Languages and test centre' }).click();
  await goOn(other);
  await expect(other.getByText('Choose at least one language.')).toBeVisible();
  await other.getByRole('checkbox', { name: 'Malay' }).check();
  await goOn(other);

  await expectStep(other, 'Prices');
  await other.getByLabel('Price for an hour (S$)').fill('66');
  await other.getByLabel('Extra at weekends (%)').fill('10');
  await expect(other.getByRole('table').getByText('S$72.60')).toBeVisible();
  await expect(other.getByText(/you get S\$59\.40 in the first 10 hours/)).toBeVisible();
  await expectGoodPage(other);
  await goOn(other);

  await expectStep(other, 'Car and picture');
  await other.getByLabel('Number plate').fill('sba1234x');
  await other.getByLabel('Car', { exact: true }).fill('Toyota Vios, white');
  await other.getByLabel('Add a picture').setInputFiles(await photo());
  await other.getByRole('button', { name: 'Use picture' }).click();
  await expect(other.getByText('Choose another picture')).toBeVisible();
  await other.getByLabel('Add a photo of your car').setInputFiles(await photo());
  await expect(other.getByText('Choose another photo of your car')).toBeVisible();
  await goOn(other);

  await expectStep(other, 'Licence and papers');
  // Of a paper without its last day nobody knows how long it holds; and a day without a photo would be lost.
  const lastDay = other.getByLabel('Valid until').first();
  await other.getByLabel('Photograph: Instructor’s licence').setInputFiles(await photo());
  await expect(lastDay).toHaveAccessibleDescription(/^Enter the last day/);
  await lastDay.fill('2098-06-30');
  await goOn(other);
  await expect(lastDay).toHaveAccessibleDescription(/^This date has not been sent yet/);
  const sent = sharp(await sendPaper(other, token, 'Instructor’s licence'));
  const { width, height } = await sent.metadata();
  expect([width, height]).toEqual([600, 800]);
  const middle = await sent.extract({ left: 300, top: 400, width: 1, height: 1 }).raw().toBuffer();
  expect(Math.max(...middle)).toBeLessThan(10);
  await expect(other.getByText('Waiting to be checked')).toBeVisible();
  await goOn(other);

  await expectStep(other, 'Booking settings');
  await other.getByRole('radio', { name: /I confirm each booking by hand/ }).check();
  await expect(other.getByLabel('How often a lesson may start')).toContainText('Every 30');
  await expectGoodPage(other);
  await goOn(other);
  await expectStep(other, 'Your usual week');
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await other.route('**/api/collections/availability_rules/records', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await other.getByRole('button', { name: 'Monday to Friday, 09:00–18:00' }).click();
  // Who goes on at once is neither sent on without the hours nor told that there are none.
  const onItsWay = other.getByRole('button', { name: 'Saving', exact: false });
  await expect(onItsWay).toHaveAttribute('aria-disabled', 'true');
  letThrough();
  await expect(other.getByText('45 hours')).toBeVisible();
  await expectGoodPage(other);
  await goOn(other);
  // Who checks asks for the car's registration and the insurance: without them nothing is sent.
  await other.getByRole('button', { name: 'Send in to be checked' }).click();
  const papers = other.getByRole('link', { name: /^Licence and papers/ });
  await expect(papers).toContainText('Add this, then send again.');
  await expect(papers).toContainText('Still missing: Vehicle registration and Insurance.');
  await papers.click();
  await sendPaper(other, token, 'Vehicle registration');
  await expect(other.getByText('Still missing: Insurance.')).toBeVisible();
  await other.getByLabel('Valid until').nth(2).fill('2098-06-30');
  await sendPaper(other, token, 'Insurance');
  await expect(other.getByText('Waiting to be checked')).toHaveCount(3);
  await other.goto('/dashboard/teach');
  await other.getByRole('button', { name: 'Send in to be checked' }).click();
  await expect(other.getByText('We have your profile and are checking it.')).toBeVisible();
  // The day says so, too, in place of free times that stay open.
  await other.goto('/dashboard');
  await expect(other.getByText('Learners can’t find or book you before it is accepted.')).toBeVisible();
  await expect(other.getByText('Your free times stay open for booking.')).toHaveCount(0);
});

test('a guest who begins a profile is asked for an account, and is brought to the profile with it @any-width', async ({
  page,
}) => {
  await page.goto('/teach');
  expect(await findSmallParts(page)).toEqual([]);
  await page.getByRole('link', { name: 'Begin your profile' }).first().click();
  await expect(page).toHaveURL('/register');
  await expect(page.getByText('You come straight to what you wanted.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(demoLearner.email);
  await page.getByLabel('Password', { exact: true }).fill(demoLearner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/teach');
  await expect(page.getByLabel('Your name as on your licence')).toBeVisible();
  // Before anything is begun, and in the learner's view.
  expect(await findSmallParts(page)).toEqual([]);
});

test('a listed instructor sees what was checked and until when, and asks for a change @any-width', async ({
  page,
  browser,
}) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard');
  const root = await asSuperuser(page);
  const checks = [
    { kind: 'licence', checkedOn: '2026-11-21', expiresOn: '2099-06-30', note: '' },
    { kind: 'tp_list', checkedOn: '2026-11-21', expiresOn: '', note: '' },
  ];
  const papers = { licenceExpiresOn: '2099-06-30', verifiedAt: '2026-11-21 02:00:00.000Z' };
  await root.update('instructors', instructor, { status: 'paused', ...papers });
  await root.create('verifications', { instructor, outcome: 'accepted', checks });
  await page.goto('/dashboard/teach');
  await expect(page.getByText('A person at Kerbside saw it on 21 Nov 2026. Valid until 30 Jun 2099.')).toBeVisible();
  await page.getByText('Change your name, classes, car or pictures').click();
  await page.getByRole('button', { name: 'Ask for this change' }).click();
  await expect(page.getByText('Change something first.')).toBeVisible();
  await page.getByLabel('Your name as on your licence').fill('Ismail bin Omar Ali');
  await page.getByRole('checkbox', { name: /^Class 3C$/ }).check();
  await page.getByLabel('Add a photo of your car').setInputFiles(await photo());
  await page.getByRole('button', { name: 'Ask for this change' }).click();
  await expect(
    page.getByText('Your name as on your licence: Ismail bin Omar Ali. Licence classes: 3A, 3C.'),
  ).toBeVisible();
  await expectGoodPage(page);

  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, demoAccounts.admin, '/dashboard/verify');
  await desk.getByText('Show the queue').click();
  await desk
    .getByRole('link', { name: /^Ismail bin Omar Change/ })
    .last()
    .click();
  await expect(desk.getByRole('row', { name: /^Your name/ })).toContainText('Ismail bin OmarIsmail bin Omar Ali');
  await expect(desk.getByRole('row', { name: /^Photo of your car/ }).getByRole('img')).toBeVisible();
  await expectGoodPage(desk);
  await desk.getByRole('button', { name: 'Accept the change' }).click();
  await expectToast(desk, 'The change was accepted');
  await page.reload();
  await page.getByText('Change your name, classes, car or pictures').click();
  await expect(page.getByLabel('Your name as on your licence')).toHaveValue('Ismail bin Omar Ali');

  // Once the papers have ended nobody can book, and neither page says that learners can.
  await root.update('instructors', instructor, { status: 'listed', licenceExpiresOn: '2026-01-31' });
  await page.reload();
  await expect(page.getByText(/^Your papers expired on 31 Jan 2026: learners can’t book you/)).toBeVisible();
  await expect(page.getByText(/^Learners can /)).toHaveCount(0);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Show my day' }).click();
  await expect(page.getByText(/^Your papers have expired: learners can’t book you/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send new papers' })).toBeVisible();
  await expectGoodPage(page);

  // A month before, the day says until when.
  const in30Days = new Date(Date.now() + 29 * 86_400_000).toISOString().slice(0, 10);
  await root.update('instructors', instructor, { licenceExpiresOn: in30Days });
  await page.reload();
  await expect(page.getByText(/^Your papers expire on .* After that learners can’t book you/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send new papers' })).toBeVisible();
  await expectGoodPage(page);
});
