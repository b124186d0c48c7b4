import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

// Every cent on any page opens to its entries: a file that shows money has a link to them, or stands here with the reason why it needs none.

const none = {
  'nothing has moved yet: it is asked for, offered, or said before it is done': [
    'booking/holding/Alternatives.tsx',
    'booking/book-lesson/BookAgain.tsx',
    'money/paying/CardAction.tsx',
    'booking/book-lesson/ChooseInstructor.tsx',
    'booking/times/DayTimes.tsx',
    'money/paying/PayAtStripe.tsx',
    'money/paying/PayForm.tsx',
    'money/paying/PayNow.tsx',
    'money/paying/PayToAccount.tsx',
    'booking/book-lesson/ChosenTime.tsx',
    'booking/book-lesson/weekly/ChooseWeeks.tsx',
    'booking/book-lesson/weekly/PayWeekly.tsx',
    'people/account/CancelledWithAccount.tsx',
    'running/dashboard/Requests.tsx',
    'booking/instructors/FreeTimes.tsx',
    'booking/instructors/Packages.tsx',
    'booking/instructors/PriceTable.tsx',
    'booking/lessons/AnswerRequest.tsx',
    'booking/lessons/CancelLesson.tsx',
    'platform/records/PriceLines.tsx',
    'booking/lessons/RefundChoice.tsx',
    'booking/packages/BuyPackage.tsx',
    'booking/packages/PayPackage.tsx',
    'booking/packages/SellPackages.tsx',
    'booking/saved/SavedSection.tsx',
    'booking/saved/saved-columns.tsx',
    'booking/search/InstructorCard.tsx',
    'platform/ui/HourlyPrice.tsx',
    'money/billing/credit/PayWithCredit.tsx',
    'running/admin/money/BankPage.tsx',
    'running/admin/money/ChoosePayment.tsx',
    'running/admin/money/ImportStatement.tsx',
    'running/admin/verify/ProfileFacts.tsx',
  ],
  'a figure of the rules or of an office, or an example of one': [
    'running/admin/rules/FeesPage.tsx',
    'running/admin/rules/NewPolicy.tsx',
    'teaching/joining/PricesStep.tsx',
    'teaching/joining/TeachOnKerbsidePage.tsx',
    'app/landing/LandingPage.tsx',
    'people/legal/TermsPage.tsx',
    'booking/road/StepItem.tsx',
  ],
  'it leads to a page of its own that has the link: a lesson, a payout, earnings, credit': [
    'running/admin/analytics/LessonsPage.tsx',
    'running/admin/money/FailedPayout.tsx',
    'running/admin/money/FailedPayoutsPage.tsx',
    'running/admin/money/PayoutsPage.tsx',
    'running/dashboard/InstructorDashboard.tsx',
    'running/dashboard/LessonDay.tsx',
    'running/dashboard/OwnMeans.tsx',
    'money/earnings/EarningsOverTime.tsx',
    'booking/lessons/LessonTable.tsx',
    'trust/claims/DecideClaim.tsx',
  ],
  'it is the entries, or opens them in a window': [
    'running/admin/money/LedgerPage.tsx',
    'money/earnings/EarnedLessons.tsx',
    'money/earnings/LedgerDialog.tsx',
  ],
  'what own learners pay directly never is in the books': [
    'money/earnings/DirectPayments.tsx',
    'teaching/students/StudentMoney.tsx',
  ],
  'the sum of several packages, each with its link in the list of packages': ['trust/hand-overs/HandOversPage.tsx'],
};

const shown = listFiles(['src/web'])
  .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
  .map((path) => ({ path: path.replace('src/web/', ''), text: readFileSync(join(root, path), 'utf8') }))
  .filter(({ text }) => /\bformatMoney\(/.test(text));

test('money on a page opens to its entries, or it is known why it doesn’t', () => {
  const linked = new Set(
    shown.filter(({ text }) => /\b(?:MoneyLink\b|moneyTag\(|entriesPath\()/.test(text)).map(({ path }) => path),
  );
  const excused = Object.values(none).flat();
  expect(shown.map(({ path }) => path).filter((path) => !linked.has(path) && !excused.includes(path))).toEqual([]);
  // Whoever is excused shows money, without a link.
  const stale = excused.filter((path) => linked.has(path) || !shown.some((file) => file.path === path));
  expect(stale).toEqual([]);
});
