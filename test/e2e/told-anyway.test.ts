import { expect, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectToast } from './support/expect-toast.ts';
import { holdAnswer } from './support/hold-answer.ts';
import { findAllRight, sendIn } from './support/send-in.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

// What a deed came to is told though its panel was gone before the answer: the server publishes at commit, and lists are read anew.
const tag = '@any-width';

test('who accepts an instructor is told so though the case has left the queue meanwhile', { tag }, async ({
  page,
  browser,
}) => {
  const instructor = await sendIn(page);
  const root = await asSuperuser(page);
  await root.create('instructor_documents', { instructor, kind: 'vehicle' });
  const desk = await (await browser.newContext()).newPage();
  await desk.clock.install();
  await signIn(desk, demoAccounts.admin, `/dashboard/verify?case=${instructor}`);
  const inQueue = desk.locator(`[href$="${instructor}"]`);
  await expect(inQueue).not.toHaveCount(0);
  await findAllRight(desk);
  await desk.getByLabel('75th birthday').fill('2035-05-02');
  const { done, letCome } = await holdAnswer(desk, '**/api/collections/verifications/records');
  await desk.getByRole('button', { name: 'Accept and list' }).click();
  await done;
  // The queue is read anew each minute.
  await desk.clock.fastForward(60_000);
  await expect(inQueue).toHaveCount(0);
  letCome();
  await expectToast(desk, 'Ismail bin Omar was accepted');
  // Other tests count who is in the search.
  await root.update('instructors', instructor, { status: 'draft' });
});

test('who answers a request is told so though the lesson is read anew before', { tag }, async ({ page, browser }) => {
  const { record } = await becomeNewLearner(page);
  const teacher = await (await browser.newContext()).newPage();
  const instructor = await signInAsNewInstructor(teacher, '/dashboard');
  const root = await asSuperuser(page);
  const start = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 60 * 3_600_000).toISOString();
  const asked = { instructor, learner: record.id, start, durationMinutes: 60, status: 'requested' };
  const { id } = await root.create('lessons', asked);
  const isFollowed = teacher.waitForResponse(
    (answer) => answer.url().endsWith('/api/realtime') && answer.request().method() === 'POST',
  );
  await teacher.goto(`/dashboard/lessons/${id}`);
  await isFollowed;
  const accept = teacher.getByRole('button', { name: /^Accept the lesson/ });
  const { done, letCome } = await holdAnswer(teacher, '**/api/collections/approvals/records');
  await accept.click();
  await done;
  await expect(accept).toHaveCount(0);
  letCome();
  await expectToast(teacher, /^Accepted\. Lim Jia Hui/);
});

test('who went on to another page meanwhile is told what came of it, and stays there', { tag }, async ({
  page,
  browser,
}) => {
  const { record } = await becomeNewLearner(page);
  const instructor = await signInAsNewInstructor(await (await browser.newContext()).newPage(), '/dashboard');
  const root = await asSuperuser(page);
  const start = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 60 * 3_600_000).toISOString();
  const booked = { instructor, learner: record.id, start, durationMinutes: 60, status: 'confirmed' };
  const { id } = await root.create('lessons', booked);
  await page.goto(`/dashboard/lessons/${id}`);
  await page.getByRole('button', { name: 'Cancel the lesson' }).click();
  const { done, letCome } = await holdAnswer(page, '**/api/collections/cancellations/records');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the lesson' }).click();
  await done;
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: /^Notifications/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/dashboard\/notifications/);
  letCome();
  await expectToast(page, /^The lesson is cancelled/);
  await expect(page).toHaveURL(/\/dashboard\/notifications/);
});

test('who is refused is told why though the form goes with the refusal', { tag }, async ({ page, browser }) => {
  const { record, token } = await becomeNewLearner(page);
  const instructor = await signInAsNewInstructor(await (await browser.newContext()).newPage(), '/dashboard');
  const root = await asSuperuser(page);
  const start = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3 * 3_600_000).toISOString();
  const taught = { instructor, learner: record.id, start, durationMinutes: 60, status: 'completed' };
  const lesson = (await root.create('lessons', taught)).id;
  const claims = '/api/collections/claims/records';
  const headers = { Authorization: token };
  const data = { lesson, kind: 'quality', text: 'We stood at the kerb for half an hour.' };
  const claim = await (await page.request.post(claims, { headers, data })).json();
  // What happens elsewhere is not heard.
  await page.route('**/api/realtime', (route) => route.abort());
  await page.goto(`/dashboard/claims?claim=${claim.id}`);
  const mine = page.getByLabel('Tell your side');
  await mine.fill('Here is the receipt.');
  await page.request.patch(`${claims}/${claim.id}`, { headers, data: { status: 'withdrawn' } });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(mine).toHaveCount(0);
  await expectToast(page, /was decided or withdrawn already/);
});
