import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

// Every cent on any page opens to its entries: a file that shows money has a link to them, or stands here with the reason why it needs none.

const none = {
  'nothing has moved yet: it is asked for, offered, or said before it is done': [
    'holding/Alternatives.tsx',
    'booking/BookAgain.tsx',
    'paying/CardAction.tsx',
    'booking/ChooseInstructor.tsx',
    'times/DayTimes.tsx',
    'paying/PayAtStripe.tsx',
    'paying/PayForm.tsx',
    'paying/PayNow.tsx',
    'paying/PayToAccount.tsx',
    'booking/ChosenTime.tsx',
    'booking/weekly/ChooseWeeks.tsx',
    'booking/weekly/PayWeekly.tsx',
    'account/CancelledWithAccount.tsx',
    'dashboard/Requests.tsx',
    'instructors/FreeTimes.tsx',
    'instructors/Packages.tsx',
    'instructors/PriceTable.tsx',
    'lessons/AnswerRequest.tsx',
    'lessons/CancelLesson.tsx',
    'records/PriceLines.tsx',
    'lessons/RefundChoice.tsx',
    'packages/BuyPackage.tsx',
    'packages/PayPackage.tsx',
    'packages/SellPackages.tsx',
    'saved/SavedSection.tsx',
    'saved/saved-columns.tsx',
    'search/InstructorCard.tsx',
    'ui/HourlyPrice.tsx',
    'billing/credit/PayWithCredit.tsx',
    'admin/money/BankPage.tsx',
    'admin/money/ChoosePayment.tsx',
    'admin/money/ImportStatement.tsx',
    'admin/verify/ProfileFacts.tsx',
  ],
  'a figure of the rules or of an office, or an example of one': [
    'admin/rules/FeesPage.tsx',
    'admin/rules/NewPolicy.tsx',
    'joining/PricesStep.tsx',
    'joining/TeachOnKerbsidePage.tsx',
    'landing/LandingPage.tsx',
    'legal/TermsPage.tsx',
    'road/StepItem.tsx',
  ],
  'it leads to a page of its own that has the link: a lesson, a payout, earnings, credit': [
    'admin/analytics/LessonsPage.tsx',
    'admin/money/FailedPayout.tsx',
    'admin/money/FailedPayoutsPage.tsx',
    'admin/money/PayoutsPage.tsx',
    'dashboard/InstructorDashboard.tsx',
    'dashboard/LessonDay.tsx',
    'dashboard/OwnMeans.tsx',
    'earnings/EarningsOverTime.tsx',
    'lessons/LessonTable.tsx',
    'claims/DecideClaim.tsx',
  ],
  'it is the entries, or opens them in a window': [
    'admin/money/LedgerPage.tsx',
    'earnings/EarnedLessons.tsx',
    'earnings/LedgerDialog.tsx',
  ],
  'what own learners pay directly never is in the books': ['earnings/DirectPayments.tsx', 'students/StudentMoney.tsx'],
  'the sum of several packages, each with its link in the list of packages': ['hand-overs/HandOversPage.tsx'],
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
