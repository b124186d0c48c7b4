import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';
import { someLetters } from './support/some-letters.ts';

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** A lesson of S$66.00 that was given and paid, two hours ago unless told. */
async function givenLesson(page: Page, instructor: string, learner: string, minutesAgo = 120): Promise<string> {
  const root = await asSuperuser(page);
  const { id } = await root.create('lessons', {
    instructor,
    learner,
    start: new Date(Math.floor(Date.now() / 60_000 - minutesAgo) * 60_000).toISOString(),
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
  await expect(teacher.getByRole('checkbox', { name: 'Patience' })).toHaveCount(0);
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
  await signIn(admin, demoAccounts.admin, `/dashboard/moderation?case=${review.id}`);
  const item = admin.getByRole('listitem').filter({ hasText: 'I mixed it up' }).first();
  const other = await admin.context().newPage();
  await other.goto(admin.url());
  const shown = other.getByRole('listitem').filter({ hasText: 'I mixed it up' }).first();
  await shown.getByLabel('Reason').fill('I see nothing wrong.');
  await item.getByLabel('Reason').fill('The learner says so.');
  await item.getByRole('button', { name: 'Remove it' }).click();
  await expect(admin.getByText('This review was removed.').first()).toBeVisible();
  // Whoever had it open, too, and decides after that, is told, and has decided nothing.
  await shown.getByRole('button', { name: 'Keep it' }).click();
  await expectToast(other, /Serene Kwek decided this while you had it open/);
  await expect(shown).toContainText('The learner says so.');
  await expect(shown).not.toContainText('I see nothing wrong.');
  await expectGoodPage(admin);
});

test('the guarantee asks once before it is sent, the lesson counts meanwhile, and a decision brings the money back [rule 14]', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  const { record: learner } = await becomeNewLearner(page);
  const teacher = await (await browser.newContext()).newPage();
  const instructor = await signInAsNewInstructor(teacher, '/dashboard');
  const lesson = await givenLesson(page, instructor, learner.id);
  await page.goto(`/dashboard/lessons/${lesson}`);
  await page.getByRole('button', { name: 'Something went wrong with this lesson' }).click();
  const wish = page.getByRole('button', { name: 'My money back' });
  await wish.click();
  const asking = page.getByRole('dialog', { name: 'Send this claim?' });
  await expect(asking).toContainText('Their pay for this lesson waits, and our staff decide.');
  await expectGoodPage(page);
  await asking.getByRole('button', { name: 'Go back' }).click();
  await wish.click();
  await asking.getByRole('button', { name: 'Send the claim' }).click();
  await expect(page.getByText('Would like the money back.')).toBeVisible();
  await expectGoodPage(page);
  const path = new URL(page.url());
  await page.goto('/dashboard/road');
  await expect(page.getByText('1 so far', { exact: true })).toBeVisible();

  await teacher.goto(`${path.pathname}${path.search}`);
  await teacher.getByLabel('Tell your side').fill('The lesson went as planned.');
  const evidence = teacher.getByLabel(/^Photos or papers/);
  await evidence.setInputFiles({ name: 'gate.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await teacher.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(evidence).toHaveAccessibleDescription(/Files of this kind are not accepted/);
  await evidence.setInputFiles([]);
  await teacher.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(teacher.getByText('The lesson went as planned.')).toBeVisible();

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, demoAccounts.admin, `${path.pathname}${path.search}`);
  await expect(admin.getByText('The lesson went as planned.')).toBeVisible();
  await expect(admin.getByRole('heading', { name: 'Lim Jia Hui' })).toBeVisible();
  const other = await admin.context().newPage();
  await other.goto(admin.url());
  await other.getByRole('radio', { name: 'No money goes back' }).check();
  await other.getByLabel('Reason, which both sides read').fill('It went as planned.');
  await admin.getByRole('radio', { name: 'All of it goes back' }).check();
  await admin.getByLabel('Reason, which both sides read').fill('The guarantee needs no reason.');
  await admin.getByRole('button', { name: 'Decide' }).click();
  await expectToast(admin, 'Decided. Both sides were told.');
  await expect(admin.getByText('S$66.00 goes back to the learner.')).toBeVisible();
  // Whoever had it open, too, and decides after that, is told: the form is gone by then.
  await other.getByRole('button', { name: 'Decide' }).click();
  await expectToast(other, /This claim was decided or withdrawn already\./);
  await expect(other.getByText('S$66.00 goes back to the learner.')).toBeVisible();
  await expectGoodPage(admin);
  await page.goto(`${path.pathname}${path.search}`);
  await expect(page.getByText('The guarantee needs no reason.')).toBeVisible();

  for (const side of [page, teacher]) {
    await side.goto(`/dashboard/lessons/${lesson}`);
    const card = side.getByRole('region', { name: 'Claim about this lesson' });
    await expect(card).toContainText('All of it goes back');
    await expectGoodPage(side);
    await card.getByRole('link', { name: 'See the claim' }).click();
    await expect(side.getByText('The guarantee needs no reason.')).toBeVisible();
  }
});

test('of a lesson that is long over safety can still be claimed, and the learner says which, not the page [rule 16]', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  const { record: learner } = await becomeNewLearner(page);
  const teacher = await (await browser.newContext()).newPage();
  const instructor = await signInAsNewInstructor(teacher, '/dashboard');
  const lesson = await givenLesson(page, instructor, learner.id, 5 * 24 * 60);
  await page.goto(`/dashboard/lessons/${lesson}`);
  await page.getByRole('button', { name: 'Something went wrong with this lesson' }).click();
  await page.getByLabel('What happened?').fill('It was another car.');
  await page.getByRole('button', { name: 'Tell us' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose what it is about.' })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('radio', { name: 'It was not safe, or the wrong car' }).check();
  // Listed until the claim is made: other tests count who is in the search.
  await (await asSuperuser(page)).update('instructors', instructor, { status: 'listed' });
  await page.getByRole('button', { name: 'Tell us' }).click();
  await expect(page.getByRole('dialog')).toContainText('a claim of this kind can’t be withdrawn');
  await page.getByRole('button', { name: 'Send the claim' }).click();
  await expect(page.getByText('It was another car.')).toBeVisible();

  await expect(page).toHaveURL(/claim=/);
  // The staff read that the instructor is out of the search, what brings them back, and where.
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, demoAccounts.admin, `/dashboard/claims${new URL(page.url()).search}`);
  await expect(admin.getByText(/is suspended: learners can’t find or book them\. If the decision is/)).toBeVisible();
  // A moderator reads it all, and is offered nothing that only its parties and admins may do.
  const root = await asSuperuser(page);
  const { password } = demoLearner;
  const moderator = {
    email: `${crypto.randomUUID()}@example.sg`,
    name: 'Ng Wei Ling',
    role: 'moderator',
    verified: true,
  };
  await root.create('users', { ...moderator, password, passwordConfirm: password });
  const reader = await (await browser.newContext()).newPage();
  await signIn(reader, moderator.email, `/dashboard/claims${new URL(page.url()).search}`);
  await expect(reader.getByText('It was another car.')).toBeVisible();
  await expect(reader.getByText('Your role reads claims. An admin decides them.')).toBeVisible();
  await expect(reader.getByText('No earlier decisions about these two.')).toBeVisible();
  await expect(reader.getByLabel('Tell your side')).toHaveCount(0);
  await expect(reader.getByRole('link', { name: 'The lesson' })).toHaveCount(0);
  await admin.getByRole('radio', { name: 'A part goes back' }).check();
  await admin.getByLabel('Reason, which both sides read').fill('It was another car, with dual controls.');
  const amount = admin.getByLabel('How much goes back, in S$');
  for (const unclear of ['', '20.005', '1,000', '0']) {
    await amount.fill(unclear);
    await admin.getByRole('button', { name: 'Decide' }).click();
    await expect(amount).toHaveAccessibleDescription('Enter an amount in dollars and cents, such as 20.00.');
  }
  await amount.fill('20');
  await admin.getByRole('button', { name: 'Decide' }).click();
  await expect(admin.getByText('S$20.00 goes back to the learner.')).toBeVisible();
  await expect(admin.getByText(/until somebody lists the profile again\.$/)).toBeVisible();
  await expectGoodPage(admin);
  await teacher.goto('/dashboard/teach');
  await expect(teacher.getByRole('link', { name: 'Ask support why, or when it ends' })).toBeVisible();
  await admin.getByRole('link', { name: /^Open the file of/ }).click();
  await expect(admin.getByRole('button', { name: 'List again' })).toBeVisible();
});

test('the rating on the list of instructors follows within a second of the review that is published', {
  tag: '@any-width',
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard/packages');
  const root = await asSuperuser(page);
  const name = `Ismail ${someLetters()}`;
  await root.update('instructors', instructor, { status: 'listed', name });
  const { record } = await becomeNewLearner(page);
  const card = async () => (await page.request.get(`/instructors?q=${encodeURIComponent(name)}`)).text();
  for (const minutesAgo of [120, 240, 360]) {
    const lesson = await givenLesson(page, instructor, record.id, minutesAgo);
    // It is kept for whoever asks next.
    expect(await card()).not.toContain('4.77');
    const publishedAt = new Date().toISOString();
    await root.create('reviews', { lesson, rating: 5, text: 'Calm and clear.', publishedAt });
  }
  // 52.5 of 11.
  await expect.poll(card, { timeout: 1000, intervals: [50] }).toContain('4.77');
});

test('who has no claim reads how one begins, and goes to the lessons from there', { tag: '@any-width' }, async ({
  page,
}) => {
  await becomeNewLearner(page);
  await page.goto('/dashboard/claims');
  await expect(page.getByText('No open claims')).toBeVisible();
  await expect(page.getByText(/^If something goes wrong with a lesson/)).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Your lessons' }).click();
  await expect(page).toHaveURL(/\/dashboard\/lesson-history$/);
});
