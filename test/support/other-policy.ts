import { firstPolicyValues, type PolicyValues } from '#rules/policies/policy-values.ts';

/** Figures of a version that changes every one: none is that of version 1, and all still agree with each other. */
export const otherPolicyValues: PolicyValues = {
  ...(Object.fromEntries(
    Object.entries(firstPolicyValues).map(([name, value]) => [name, typeof value === 'number' ? value + 1 : value]),
  ) as PolicyValues),
  payoutMaxHoldDays: 80,
  ratingPriorMean: 4.2,
  requestLapseShortHours: 2,
  tiers: [
    { hoursBefore: 30, refundPercent: 90 },
    { hoursBefore: 20, refundPercent: 60 },
    { hoursBefore: 10, refundPercent: 25 },
  ],
  packageReminderDays: [60, 10],
  documentReminderDays: [45, 20, 5],
};
