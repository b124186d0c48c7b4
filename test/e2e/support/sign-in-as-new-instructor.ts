import { expect, type Page } from '@playwright/test';
import { demoLearner } from './demo-learner.ts';
import { agreeToTerms, becomeUser, demoAccounts } from './sign-in.ts';

/** Makes an instructor without hours, whom no other test meets, and signs the page in; answers the instructor's id. */
export async function signInAsNewInstructor(page: Page, path: string): Promise<string> {
  const { password } = demoLearner;
  const email = `instructor-${crypto.randomUUID()}@kerbside.example`;
  const post = async (url: string, data: object, token = '') => {
    const answer = await page.request.post(url, { data, headers: token ? { Authorization: token } : {} });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const admin = await post('/api/collections/users/auth-with-password', { identity: demoAccounts.admin, password });
  const user = await post('/api/collections/users/records', {
    email,
    password,
    passwordConfirm: password,
    name: 'Ismail bin Omar',
  });
  const profile = {
    user: user.id,
    name: 'Ismail bin Omar',
    status: 'draft',
    licenceClasses: ['3A'],
    languages: ['English'],
    areas: ['Bedok'],
    testCentre: 'CDC',
    hourlyCents: 6600,
    timezone: 'Asia/Singapore',
    lessonMinutes: [60, 90],
    slotStepMinutes: 30,
    minNoticeMinutes: 720,
    horizonDays: 56,
    gapMinutes: 15,
    cancellationHours: 24,
  };
  const { id } = await post('/api/collections/instructors/records', profile, admin.token);
  await agreeToTerms(page, await becomeUser(page, email));
  await page.goto(path);
  return id;
}
