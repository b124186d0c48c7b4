import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { freePort } from '../../bin/lib/free-port.mjs';
import { type MainProcess, startMain, stopMains } from '../support/start-main.ts';
import { cards, fillPickup, payByCard } from './support/book.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { demoAccounts } from './support/sign-in.ts';

// Two people and the desk, from an instructor's first visit to the money of the first lesson, at 360 px and by pages alone. Days go by by
// starting the server again with its clock ahead, as an operator may who tries things out.
const password = 'river-otter-9';
const teacher = { name: 'Ismail bin Omar', email: `ismail-${crypto.randomUUID()}@kerbside.example` };
const learner = { name: 'Siti Rahimah', email: `siti-${crypto.randomUUID()}@kerbside.example` };
const phone = { viewport: { width: 360, height: 740 } };
const hourMs = 3_600_000;

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const goOn = (page: Page) => press(page, 'Save and continue');

let server: MainProcess | undefined;
let dataDir = '';

/** Starts the product at a time. */
async function startAt(ms: number, port: string): Promise<string> {
  server = startMain({
    DATA_DIR: dataDir,
    PORT: port,
    HOST: '127.0.0.1',
    DEMO: '1',
    NODE_ENV: 'development',
    CLOCK: new Date(ms).toISOString(),
  });
  return server.ready;
}

/** Lets time go by: the same server, later. */
async function passTo(ms: number, url: string): Promise<void> {
  server?.child.kill('SIGTERM');
  await server?.ended;
  await startAt(ms, new URL(url).port);
}

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

async function createAccount(page: Page, { name, email }: typeof teacher): Promise<void> {
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await press(page, 'Create account');
}

async function register(page: Page, account: typeof teacher): Promise<void> {
  await createAccount(page, account);
  await expect(page.getByText('Account created successfully! You can now sign in.')).toBeVisible();
  await followMail(page, account.email, 'Verify');
  await expect(page.getByText(/verified|confirmed/i).first()).toBeVisible();
}

/** Opens the newest mail to somebody, as its owner would, and follows the link in it. */
async function followMail(page: Page, to: string, button: string): Promise<void> {
  const mail = page.getByRole('table').getByRole('link').first();
  await expect(async () => {
    await page.goto(`/dev/mailbox?to=${encodeURIComponent(to)}`);
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass();
  // Read on a phone, too: each mail by itself.
  await expectNoSidewaysScroll(page);
  await mail.click();
  await expectNoSidewaysScroll(page);
  const link = page.frameLocator('iframe').getByRole('link', { name: button });
  const { pathname, hash } = new URL((await link.getAttribute('href')) ?? '');
  await page.goto(pathname + hash);
}

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await press(page, 'Sign in');
}

async function fillInTheWizard(page: Page): Promise<void> {
  await page.goto('/teach');
  await page.getByRole('link', { name: 'Begin your profile' }).first().click();
  await press(page, 'Begin your profile');
  await page.getByRole('checkbox', { name: /^Class 3A/ }).check();
  await goOn(page);
  await page.getByText('Choose from a list').click();
  await page.getByLabel('Find an area').fill('bed');
  await page.getByRole('checkbox', { name: 'Bedok' }).check();
  await goOn(page);
  await page.getByRole('checkbox', { name: 'Malay' }).check();
  await goOn(page);
  await page.getByLabel('Price for an hour (S$)').fill('66');
  await goOn(page);
  await page.getByLabel('Number plate').fill('sba1234x');
  await page.getByLabel('Car', { exact: true }).fill('Toyota Vios, white');
  await page.getByLabel('Add a picture').setInputFiles(await photo());
  await press(page, 'Use picture');
  await expect(page.getByText('Choose another picture')).toBeVisible();
  await goOn(page);
  await page.getByLabel('Valid until').first().fill('2020-01-31');
  await page.getByLabel('Photograph: Instructor’s licence').setInputFiles(await photo());
  await expect(page.getByLabel('Valid until').first()).toHaveAccessibleDescription(/This date has passed/);
  await page.getByLabel('Valid until').first().fill('2096-06-30');
  await sendPaper(page, 'Instructor’s licence', 1);
  await sendPaper(page, 'Vehicle registration', 2);
  await page.getByLabel('Valid until').nth(2).fill('2096-06-30');
  await sendPaper(page, 'Insurance', 3);
  await goOn(page);
  await expect(heading(page, 'Booking settings')).toBeVisible();
  await expect(page.getByLabel('How often a lesson may start')).toContainText('Every 30');
  await goOn(page);
  await press(page, 'Monday to Friday, 09:00–18:00');
  await goOn(page);
  await press(page, 'Send in to be checked');
  await expect(page.getByText('We have your profile and are checking it.')).toBeVisible();
  await expectGoodPage(page);
}

const photo = async () => ({
  name: 'paper.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#e8e4d8' } })
    .jpeg()
    .toBuffer(),
});

async function sendPaper(page: Page, paper: string, count: number): Promise<void> {
  await page.getByLabel(`Photograph: ${paper}`).setInputFiles(await photo());
  await page.getByRole('dialog', { name: 'Keep only the paper' }).getByRole('button', { name: 'Next' }).click();
  const cover = page.getByRole('dialog', { name: 'Cover your NRIC' });
  await cover.getByRole('button', { name: 'Add a cover' }).click();
  await cover.getByRole('checkbox', { name: /No NRIC/ }).check();
  await cover.getByRole('button', { name: 'Send this photo' }).click();
  await expect(page.getByText('Waiting to be checked')).toHaveCount(count);
}

async function verify(desk: Page): Promise<void> {
  await desk.goto('/login');
  await signIn(desk, demoAccounts.admin, 'kerbside-demo');
  await desk
    .getByRole('link', { name: /Papers to check/ })
    .first()
    .click();
  await desk.getByText('Show the queue').click();
  await desk
    .getByRole('link', { name: new RegExp(`^${teacher.name}`) })
    .last()
    .click();
  // Until then the case before it is there, with the same fields.
  await expect(heading(desk, new RegExp(`^${teacher.name}`))).toBeVisible();
  for (const name of [/^On the Traffic/, /^Licence/, /^The name/, /^The picture/, /^Car:/, /^Insurance/, /^Under 75/]) {
    await desk.getByRole('group', { name }).getByRole('radio', { name: 'Right', exact: true }).check();
  }
  await desk.getByLabel('Valid until').first().fill('2096-06-30');
  await desk.getByLabel('Valid until').last().fill('2096-03-31');
  await desk.getByLabel('75th birthday').fill('2098-05-02');
  await press(desk, 'Accept and list');
  await expectToast(desk, `${teacher.name} was accepted`);
}

/** A guest finds the instructor by name, taps a time, registers on the way and pays; answers when the lesson begins. */
async function findAndBook(page: Page): Promise<number> {
  await page.goto(`/instructors?q=${encodeURIComponent(teacher.name)}`);
  const card = page.getByRole('article').filter({ hasText: teacher.name });
  await card.getByRole('link', { name: `More times of ${teacher.name}` }).click();
  const time = page.getByRole('link', { name: / with / }).first();
  const start = new URL((await time.getAttribute('href')) ?? '', page.url()).searchParams.get('start') ?? '';
  await time.click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await createAccount(page, learner);
  await fillPickup(page);
  // Held before signing in already, unless too many guests hold times just then.
  await press(page, /^(?:Continue to payment|Hold this time for 15 minutes)$/);
  await payByCard(page, cards.accepted);
  await expect(heading(page, /^(Your lesson is booked|Paid\.)/)).toBeVisible();
  await expectGoodPage(page);
  return Date.parse(start);
}

/** S$66.00 less 10 % at a part of Earnings. What became due meanwhile is caught up with in its order after a start. */
async function expectEarned(page: Page, part: Locator): Promise<void> {
  await expect(async () => {
    await page.goto('/dashboard/earnings');
    await expect(part).toContainText('S$59.40', { timeout: 5000 });
  }).toPass({ timeout: 120_000 });
}

/** Who teaches and chose no view begins in the instructor's. */
async function openToday(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await expect(heading(page, /^Today,/)).toBeVisible();
}

// Four starts of a server, and what each catches up with.
test.describe.configure({ timeout: 8 * 60_000 });

// The file is loaded by those, too, who only list its tests.
test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kerbside-joining-'));
});

test.afterAll(async () => {
  await stopMains();
  rmSync(dataDir, { recursive: true, force: true });
});

test('somebody registers, is verified, found by a guest, booked, paid, teaches, is reviewed and paid out', {
  tag: '@any-width',
}, async ({ browser }) => {
  const startMs = Date.now();
  const url = await startAt(startMs, String(await freePort()));
  const open = async () =>
    (await browser.newContext({ ...phone, baseURL: url, timezoneId: 'Asia/Singapore' })).newPage();
  const [teaching, desk, learning] = [await open(), await open(), await open()];

  await teaching.goto('/register');
  await register(teaching, teacher);
  await teaching.goto('/login');
  await signIn(teaching, teacher.email);
  await expect(teaching).toHaveURL(/\/dashboard/);
  await fillInTheWizard(teaching);
  await verify(desk);
  const lessonMs = await findAndBook(learning);

  await passTo(lessonMs - 5 * 60_000, url);
  await learning.goto('/dashboard');
  const code =
    (await learning
      .getByText(/^\d{4}$/)
      .first()
      .textContent()) ?? '';
  await openToday(teaching);
  await teaching.getByRole('link', { name: /Start/ }).first().click();
  await press(teaching, 'I’m here');
  await teaching.getByLabel('Start code').fill(code);
  await teaching.getByRole('checkbox', { name: /provisional/i }).check();
  await teaching.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(heading(teaching, 'Finish the lesson')).toBeVisible();

  await passTo(lessonMs + hourMs, url);
  await teaching.reload();
  await teaching.getByText(/^Controls\d/).click();
  const steering = teaching.getByRole('group', { name: 'Steering' });
  await steering.getByRole('radio', { name: '3 Prompted' }).check({ force: true });
  await teaching.getByLabel('Notes for the learner').fill('Steady hands. Next: parking.');
  await teaching.getByRole('button', { name: 'Finish', exact: true }).click();
  await expect(teaching.getByText('Steady hands. Next: parking.')).toBeVisible();
  await learning.goto('/dashboard/lesson-history');
  await learning.getByRole('table').getByRole('link').first().click();
  await expect(learning.getByText('Steady hands. Next: parking.')).toBeVisible();
  await expect(learning.getByRole('progressbar', { name: /^Steering/ })).toHaveAttribute('aria-valuenow', '60');
  await learning.getByRole('radio', { name: '5, very good' }).check();
  await press(learning, 'Send the review');
  await expect(learning.getByText('Nobody else can read it yet.')).toBeVisible();

  // Closed a day after its end: the lesson's money is the instructor's.
  await passTo(lessonMs + 26 * hourMs, url);
  await expectEarned(teaching, teaching.getByRole('main'));

  // Payable three days later, and sent on the Wednesday after that.
  await passTo(lessonMs + 12 * 24 * hourMs, url);
  await teaching.goto('/login');
  await signIn(teaching, teacher.email);
  await expect(teaching).toHaveURL(/\/dashboard/);
  await expectEarned(teaching, teaching.getByRole('region', { name: 'Payouts' }));
  await expectGoodPage(teaching);
  await learning.goto(`/instructors?q=${encodeURIComponent(teacher.name)}`);
  await expect(learning.getByRole('article').filter({ hasText: teacher.name })).toBeVisible();
  for (const page of [teaching, desk, learning]) await page.context().close();
});
