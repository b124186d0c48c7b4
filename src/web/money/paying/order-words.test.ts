import { expect, test } from 'vitest';
import * as texts from '#texts/booking.ts';

const said = (order: string) => [
  texts.confirmAmountInYourBanks({ amount: 'S$66.00', order }),
  texts.failureAndKept({ failure: 'Declined.', order }),
  texts.keptPressAgain({ order }),
  texts.isBeingPaidElsewhere({ order }),
];

test.each([
  ['lesson', 'Your time is kept', 'This lesson is'],
  ['lessonSeries', 'Your times are kept', 'These lessons are'],
  ['packagePurchase', 'The price is kept', 'This package is'],
])('who pays for a %s is told that “%s”, and of nothing else', (order, kept, paid) => {
  for (const sentence of said(order).slice(0, 3)) expect(sentence).toContain(kept);
  expect(said(order)[3]).toContain(paid);
});

test('no step of PayNow says that the money books a lesson: some instructors answer by hand, and one payment may be for several', () => {
  for (const sentence of [
    texts.nextYouSeeAQr,
    texts.nextYouSayThatYouPaid,
    texts.comeBackHere,
    texts.thisTakesAFewSeconds,
  ])
    expect(sentence).not.toMatch(/booked/);
});
