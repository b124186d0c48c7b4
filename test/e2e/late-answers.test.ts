import { expect, test } from '@playwright/test';
import { pathOf } from '../support/visited-pages.ts';
import { askAs } from './support/ask-as.ts';
import { chooseTime } from './support/book.ts';
import { findInstructor } from './support/find-instructor.ts';
import { untilDrawn } from './support/settle.ts';
import { becomeNewLearner, becomeUser, demoAccounts } from './support/sign-in.ts';
import { mostShift, watchLayoutShift } from './support/watch-layout-shift.ts';

type Late = {
  /** What stands above the rest of a page. */
  what: string;
  as: keyof typeof demoAccounts;
  path: string;
  /** The call that brings it, and an answer with which it is shown. */
  call: string | RegExp;
  answer: object;
  shown: string | RegExp;
  /** A call that brings what is below. */
  rest: string;
};

const standing = {
  learner: { state: 'manual_approval', count: 2, until: '2031-01-05 00:00:00.000Z' },
  instructor: {
    state: 'warned',
    count: 2,
    warnedUntil: '2031-01-05 00:00:00.000Z',
    hiddenUntil: null,
    appealUntil: null,
  },
};

const held = {
  id: 'aheldlessontha0',
  status: 'held',
  start: '2031-01-05 08:00:00.000Z',
  end: '2031-01-05 09:00:00.000Z',
  holdExpiresAt: '2031-01-05 07:00:00.000Z',
};

const contest = { id: 'acontestthatis0', text: 'I stood at the car park.', created: '2026-01-05 08:00:00.000Z' };

const late: readonly Late[] = [
  {
    what: 'a contested no-show above the claims',
    as: 'admin',
    path: '/dashboard/claims',
    call: '**/api/collections/no_show_contests/records?*',
    answer: { page: 1, perPage: 100, totalItems: 1, totalPages: 1, items: [contest] },
    shown: 'Who was missing',
    rest: '/api/collections/claims/records',
  },
  {
    what: 'saved answers above where one writes to who asked the support',
    as: 'admin',
    path: '/dashboard/help/requests/{request}',
    call: '**/api/collections/saved_answers/records?*',
    answer: {
      page: 1,
      perPage: 200,
      totalItems: 1,
      totalPages: 1,
      items: [{ id: 'asavedanswerth0', title: 'Hours', text: 'We answer from Monday to Friday.' }],
    },
    shown: 'Saved answer',
    rest: '/api/collections/support_joins/records',
  },
  {
    what: 'missed lessons above the learner’s dashboard',
    as: 'learner',
    path: '/dashboard',
    call: '**/api/marketplace/standing*',
    answer: standing,
    shown: /5 Jan 2031/,
    rest: '/api/marketplace/dashboard',
  },
  {
    what: 'a time that is held above one’s instructors',
    as: 'learner',
    path: '/dashboard/book-lesson',
    call: /\/lessons\/records\?.*sort=start(?:&|$)/,
    answer: { page: 1, perPage: 30, totalItems: 1, totalPages: 1, items: [held] },
    shown: 'Continue to payment',
    rest: '/api/marketplace/dashboard',
  },
  {
    what: 'what the payment provider needs above the earnings',
    as: 'instructor',
    path: '/dashboard/earnings',
    call: '**/api/marketplace/payee*',
    answer: { isNeeded: true, isReady: false },
    shown: 'Set up payouts',
    rest: '/api/marketplace/dashboard',
  },
];

for (const { what, as, path, call, answer, shown, rest } of late) {
  test(`${what} pushes nothing down, however late it comes`, { tag: '@any-width' }, async ({ page }) => {
    const { token } = await becomeUser(page, demoAccounts[as]);
    const address = await pathOf({ name: what, route: path, as, path }, askAs(page, token));
    const readShift = await watchLayoutShift(page);
    const { promise: isTime, resolve: letCome } = Promise.withResolvers<void>();
    await page.route(call, async (route) => {
      await isTime;
      await route.fulfill({ json: answer });
    });
    const others = page.waitForResponse((response) => response.url().includes(rest));
    await page.goto(address);
    await (await others).finished();
    await untilDrawn(page);
    letCome();
    await expect(page.getByText(shown).first()).toBeVisible();
    await untilDrawn(page);
    const { sum, moved } = await readShift();
    expect(sum < mostShift ? [] : moved).toEqual([]);
  });
}

test(
  'what is said of a pick-up moves no field of it, however late it comes',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 5);
    await becomeNewLearner(page);
    const { promise: isTime, resolve: letCome } = Promise.withResolvers<void>();
    await page.route('**/api/marketplace/pickup-advice?*', async (route) => {
      await isTime;
      const items = [{ area: 'Bedok', kind: 'meet', text: 'Exit B, in front of the bank.' }];
      await route.fulfill({ json: { items } });
    });
    await chooseTime(page, instructor);
    await page.getByLabel('Postal code').fill('460204');
    const note = page.getByLabel(/^Note to the instructor/);
    await note.click();
    const before = await note.boundingBox();
    letCome();
    await expect(page.getByText('Exit B, in front of the bank.')).toBeVisible();
    await untilDrawn(page);
    expect(await note.boundingBox()).toEqual(before);
    await expect(note).toBeFocused();
  },
);
