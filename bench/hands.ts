/*
 * How long joining takes on a phone, from nothing to a profile that was sent in, and the log of a lesson: an estimate. Both are walked through in the
 * browser at 360 px; taps, characters and decisions are counted and times of the keystroke-level model applied, the waits are measured. The
 * limits are ten minutes and 60 seconds. No person was timed.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '../bin/lib/find-chromium.mjs';
import { asSuperuser } from '../test/e2e/support/as-superuser.ts';
import { demoLearner } from '../test/e2e/support/demo-learner.ts';
import { signInAsNewInstructor } from '../test/e2e/support/sign-in-as-new-instructor.ts';
import { launchOptionsOf } from '../test/support/launch-options.ts';
import { type Counts, Hand } from './support/hand.ts';
import { printTable } from './support/print-table.ts';
import { startProduct } from './support/start-product.ts';

const password = 'river-otter-9';
const email = 'ismail.omar@kerbside.example';

const openPhone = async (browser: Browser, baseURL: string): Promise<Page> =>
  (
    await browser.newContext({
      baseURL,
      locale: 'en-SG',
      timezoneId: 'Asia/Singapore',
      viewport: { width: 360, height: 740 },
    })
  ).newPage();

const photo = async () => ({
  name: 'paper.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#e8e4d8' } })
    .jpeg()
    .toBuffer(),
});

/** From the page that explains it to the profile in the queue: account, mail, every step of the wizard. */
async function join(page: Page): Promise<Hand> {
  const hand = new Hand(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await hand.go('/register');
  await hand.type(page.getByLabel('Full Name'), 'Ismail bin Omar');
  await hand.type(page.getByLabel('Email', { exact: true }), email);
  await hand.type(page.getByLabel('Password', { exact: true }), password);
  await hand.type(page.getByLabel('Confirm Password', { exact: true }), password);
  await hand.choose(page.getByRole('checkbox', { name: /I agree/ }));
  await hand.tap(button('Create account'));
  await hand.wait(page.getByText('Account created successfully! You can now sign in.'));
  await hand.mail(() => followMail(page));
  await hand.wait(page.getByText(/verified|confirmed/i).first());
  await hand.go('/login');
  await hand.type(page.getByLabel('Email'), email);
  await hand.type(page.getByLabel('Password', { exact: true }), password);
  await hand.tap(button('Sign in'));
  await page.waitForURL(/\/dashboard/);
  await hand.go('/teach');
  await hand.tap(page.getByRole('link', { name: 'Begin your profile' }).first());
  await hand.tap(button('Begin your profile'));
  await fillProfile(page, hand);
  await sendPapers(page, hand);
  await hand.wait(page.getByRole('heading', { name: 'Booking settings' }));
  await hand.choose(button('Save and continue'));
  await hand.choose(button('Monday to Friday, 09:00–18:00'));
  await hand.tap(button('Save and continue'));
  await hand.choose(button('Send in to be checked'));
  await hand.wait(page.getByText('We have your profile and are checking it.'));
  return hand;
}

async function followMail(page: Page): Promise<void> {
  const mail = page.getByRole('table').getByRole('link').first();
  do await page.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
  while ((await mail.count()) === 0);
  await mail.click();
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Verify' });
  const { pathname, hash } = new URL((await link.getAttribute('href')) ?? '');
  await page.goto(pathname + hash);
}

async function fillProfile(page: Page, hand: Hand): Promise<void> {
  const goOn = () => hand.tap(page.getByRole('button', { name: 'Save and continue' }));
  await hand.choose(page.getByRole('checkbox', { name: /^Class 3A/ }));
  await goOn();
  await hand.choose(page.getByText('Choose from a list'));
  await hand.type(page.getByLabel('Find an area'), 'bed');
  await hand.choose(page.getByRole('checkbox', { name: 'Bedok' }));
  await goOn();
  await hand.choose(page.getByRole('checkbox', { name: 'Malay' }));
  await goOn();
  await hand.type(page.getByLabel('Price for an hour (S$)'), '66');
  await goOn();
  await hand.type(page.getByLabel('Number plate'), 'sba1234x');
  await hand.type(page.getByLabel('Car', { exact: true }), 'Toyota Vios, white');
  await hand.photograph(page.getByLabel('Add a picture'), await photo());
  await hand.choose(page.getByRole('button', { name: 'Use picture' }));
  await hand.wait(page.getByText('Choose another picture'));
  await goOn();
}

/** The licence and the insurance: until when each is valid, and a photograph with what nobody may see covered. */
async function sendPapers(page: Page, hand: Hand): Promise<void> {
  const papers = [
    { paper: 'Instructor’s licence', place: 0 },
    { paper: 'Insurance', place: 2 },
  ];
  for (const [sent, { paper, place }] of papers.entries()) {
    await hand.type(page.getByLabel('Valid until').nth(place), '2096-06-30');
    await hand.photograph(page.getByLabel(`Photograph: ${paper}`), await photo());
    await hand.choose(page.getByRole('dialog', { name: 'Keep only the paper' }).getByRole('button', { name: 'Next' }));
    const cover = page.getByRole('dialog', { name: 'Cover your NRIC' });
    await hand.choose(cover.getByRole('button', { name: 'Add a cover' }));
    await hand.choose(cover.getByRole('checkbox', { name: /No NRIC/ }));
    await hand.tap(cover.getByRole('button', { name: 'Send this photo' }));
    await hand.wait(page.getByText('Waiting to be checked').nth(sent));
  }
  await hand.tap(page.getByRole('button', { name: 'Save and continue' }));
}

/** A lesson that is under way, of an instructor who looks at it. */
async function openLesson(page: Page): Promise<void> {
  const instructor = await signInAsNewInstructor(page, '/dashboard');
  const root = await asSuperuser(page);
  const learner = await root.create('users', {
    name: 'Siti Rahimah',
    email: 'siti@kerbside.example',
    password: demoLearner.password,
    passwordConfirm: demoLearner.password,
  });
  const start = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
  const lesson = await root.create('lessons', { instructor, learner: learner.id, start, durationMinutes: 60 });
  await root.update('lessons', lesson.id, { status: 'in_progress' });
  await page.goto(`/dashboard/lessons/${lesson.id}`);
}

/** Three skills of one part, and a sentence for the learner. */
async function log(page: Page): Promise<Hand> {
  const hand = new Hand(page);
  await hand.wait(page.getByRole('heading', { name: 'Finish the lesson' }));
  await hand.choose(page.getByText(/^Controls\d/));
  const groups = page
    .getByRole('group', { name: 'Steering' })
    .or(page.getByRole('group', { name: /^Clutch|^Brak|^Gear|^Moving/ }));
  for (const group of (await groups.all()).slice(0, 3))
    await hand.choose(group.getByText('3', { exact: true }).first());
  await hand.type(page.getByLabel('Notes for the learner'), 'Steady hands. Next: parking.');
  await hand.tap(page.getByRole('button', { name: 'Finish', exact: true }));
  await hand.wait(page.getByRole('heading', { name: 'What was practised' }));
  return hand;
}

function rowOf(flow: string, hand: Hand, limitSeconds: number) {
  const { taps, characters, thoughts, photographs, mails, waitedMs }: Counts = hand.counts;
  const [seconds, reading] = [hand.seconds(), hand.readingSeconds()];
  return {
    flow,
    taps,
    characters,
    decisions: thoughts,
    photographs,
    mails,
    'waited s': (waitedMs / 1000).toFixed(1),
    'estimate s': seconds.toFixed(0),
    'limit s': limitSeconds,
    'of it': (seconds / limitSeconds).toFixed(2),
    'reading every word s': reading.toFixed(0),
    'with it, of it': ((seconds + reading) / limitSeconds).toFixed(2),
  };
}

const product = await startProduct();
try {
  const browser = await chromium.launch(launchOptionsOf(findChromium()));
  try {
    const joined = await join(await openPhone(browser, product.url));
    const teaching = await openPhone(browser, product.url);
    await openLesson(teaching);
    printTable('hands', [rowOf('joining', joined, 600), rowOf('log of a lesson', await log(teaching), 60)]);
  } finally {
    await browser.close();
  }
} finally {
  await product.stop();
}
