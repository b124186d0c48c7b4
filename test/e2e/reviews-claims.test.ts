import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** A lesson of S$66.00 that was given and paid, two hours ago. */
async function givenLesson(page: Page, instructor: string, learner: string): Promise<string> {
  const root = await asSuperuser(page);
  const { id } = await root.create('lessons', {
    instructor,
    learner,
    start: new Date(Math.floor(Date.now() / 60_000 - 120) * 60_000).toISOString(),
    durationMinutes: 60,
    priceCents: 6600,
    status: 'completed',
  });
  await root.create('payments', { lesson: id, learner, method: 'card', amountCents: 6600, status: 'succeeded' });
  return id;
}

const send = async (request: APIRequestContext, token: string, collection: string, data: object) => {
  const answer = await request.post(`/api/collections/${collection}/records`, {
    data,
    headers: { Authorization: token },
  });
  expect(answer.status(), await answer.text()).toBe(200);
};

test('both sides say how a lesson was, the instructor answers, and a reported review is judged [rule 24] [rule 26]', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  const { record: learner, token } = await becomeNewLearner(page);
  const teacher = await (await browser.newContext()).newPage();
  const instructor = await signInAsNewInstructor(teacher, '/dashboard');
  const lesson = await givenLesson(page, instructor, learner.id);

  await page.goto(`/dashboard/lessons/${lesson}`);
  await page.getByRole('button', { name: 'Send the review' }).click();
  await expect(page.getByText('Choose a rating from 1 to 5.')).toBeVisible();
  await page.getByRole('radio', { name: '5, very good' }).check();
  await page.getByRole('checkbox', { name: 'Patience' }).check();
  await page.getByLabel('In your words').fill('Calm and clear.');
  await page.getByRole('button', { name: 'Send the review' }).click();
  await expect(page.getByText('Nobody else can read it yet.')).toBeVisible();
  await expectGoodPage(page);

  await teacher.goto(`/dashboard/lessons/${lesson}`);
  await expect(teacher.getByRole('heading', { name: 'How was it?' })).toBeVisible();
  await expect(teacher.getByText('Calm and clear.')).toHaveCount(0);
  await teacher.getByRole('radio', { name: '4, good' }).check();
  await teacher.getByRole('button', { name: 'Send the review' }).click();
  await expect(teacher.getByText('Calm and clear.')).toBeVisible();

  await teacher.goto('/dashboard/reviews');
  await teacher.getByRole('button', { name: 'Answer' }).click();
  await teacher.getByLabel('Your answer').fill('It was a pleasure.');
  await teacher.getByRole('button', { name: 'Send the answer' }).click();
  await expect(teacher.getByText('It was a pleasure.')).toBeVisible();
  await expectGoodPage(teacher);
  // Listed for one look: other tests count who is in the search.
  const root = await asSuperuser(page);
  await root.update('instructors', instructor, { status: 'listed' });
  await page.goto(`/instructors/${instructor}`);
  await root.update('instructors', instructor, { status: 'draft' });
  await expect(page.getByText('It was a pleasure.')).toBeVisible();

  const [review] = (
    await (
      await page.request.get(`/api/collections/reviews/records?filter=(instructor='${instructor}'%26%26side='learner')`)
    ).json()
  ).items;
  await send(page.request, token, 'review_reports', { review: review.id, reason: 'I mixed it up' });
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, demoAccounts.admin, '/dashboard/moderation');
  const item = admin.getByRole('listitem').filter({ hasText: 'I mixed it up' }).first();
  await item.getByLabel('Reason').fill('The learner says so.');
  await item.getByRole('button', { name: 'Remove it' }).click();
  await expect(admin.getByText('This review was removed.').first()).toBeVisible();
  await expectGoodPage(admin);
});

test('the guarantee takes two taps, and a decision brings the money back [rule 14]', { tag: '@any-width' }, async ({
  page,
  browser,
}) => {
  const { record: learner } = await becomeNewLearner(page);
  const teacher = await (await browser.newContext()).newPage();
  const instructor = await signInAsNewInstructor(teacher, '/dashboard');
  const lesson = await givenLesson(page, instructor, learner.id);
  await page.goto(`/dashboard/lessons/${lesson}`);
  await page.getByRole('button', { name: 'Something went wrong with this lesson' }).click();
  await page.getByRole('button', { name: 'My money back' }).click();
  await expect(page.getByText('Would like the money back.')).toBeVisible();
  await expectGoodPage(page);
  const path = new URL(page.url());

  await teacher.goto(`${path.pathname}${path.search}`);
  await teacher.getByLabel('Tell your side').fill('The lesson went as planned.');
  await teacher.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(teacher.getByText('The lesson went as planned.')).toBeVisible();

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, demoAccounts.admin, `${path.pathname}${path.search}`);
  await expect(admin.getByText('The lesson went as planned.')).toBeVisible();
  await admin.getByRole('radio', { name: 'All of it goes back' }).check();
  await admin.getByLabel('Reason, which both sides read').fill('The guarantee needs no reason.');
  await admin.getByRole('button', { name: 'Decide' }).click();
  await expect(admin.getByText('S$66.00 goes back to the learner.')).toBeVisible();
  await expectGoodPage(admin);
  await page.reload();
  await expect(page.getByText('The guarantee needs no reason.')).toBeVisible();
});
