import { expect, type Page, test } from '@playwright/test';
import { cards, holdTime, payByCard } from './support/book.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner, signIn } from './support/sign-in.ts';

/** The address that an instructor of the demo signs in with. */
async function emailOf(page: Page, instructor: string): Promise<string> {
  const { token } = await page.request
    .post('/api/collections/_superusers/auth-with-password', {
      data: { identity: 'root@kerbside.example', password: demoLearner.password },
    })
    .then((answer) => answer.json());
  const answer = await page.request.get(`/api/collections/instructors/records/${instructor}`, {
    params: { expand: 'user' },
    headers: { Authorization: token },
  });
  return (await answer.json()).expand.user.email;
}

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test('a lesson is started with the code, finished with skills, and read by its learner [178]', async ({
  page,
  browser,
}, testInfo) => {
  const instructor = await findInstructor(page, testInfo, 13);
  await becomeNewLearner(page);
  await holdTime(page, instructor);
  await payByCard(page, cards.accepted);
  const code = await page.getByRole('img', { name: /^\d \d \d \d$/ }).textContent();
  const lesson = new URL(page.url()).pathname;

  const teaching = await browser.newContext();
  const teacher = await teaching.newPage();
  await signIn(teacher, await emailOf(page, instructor.id), lesson);
  await teacher.getByLabel('Start code').fill('12');
  await teacher.getByRole('button', { name: 'Start' }).click();
  await expect(teacher.getByLabel('Start code')).toHaveAccessibleDescription(/has 4 digits/);
  await teacher.getByLabel('Start code').fill(code === '0000' ? '1111' : '0000');
  await teacher.getByRole('button', { name: 'Start' }).click();
  await expect(teacher.getByLabel('Start code')).toHaveAccessibleDescription(/not the learner’s start code/);
  await expectGoodPage(teacher);
  await teacher.getByLabel('Start code').fill(code ?? '');
  await teacher.getByLabel('I have seen the provisional licence').check();
  await teacher.getByRole('button', { name: 'Start' }).click();

  await expect(teacher.getByRole('heading', { name: 'Finish the lesson' })).toBeVisible();
  await teacher.getByText('Observation').click();
  await teacher
    .getByRole('group', { name: 'Blind spot' })
    .getByRole('radio', { name: '3 Prompted' })
    .check({ force: true });
  await teacher.getByLabel(/^Notes for the learner/).fill('Look over the shoulder each time.');
  await teacher.getByLabel(/^Points in a mock test/).fill('22');
  await expect(teacher.getByText('Mock test failed')).toBeVisible();
  await expectGoodPage(teacher);
  await teacher.getByRole('button', { name: 'Finish' }).click();
  await expect(teacher.getByRole('heading', { name: 'What was practised' })).toBeVisible();

  await page.reload();
  await expect(page.getByText('Look over the shoulder each time.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /Blind spot/ })).toHaveAttribute('aria-valuenow', '60');
  await expectGoodPage(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('progressbar', { name: 'Blind spot' })).toHaveAttribute('aria-valuenow', '60');
  await teaching.close();
});
