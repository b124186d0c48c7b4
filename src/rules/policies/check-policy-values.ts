import { type CancellationTier, firstPolicyValues, type PolicyValues } from './policy-values.ts';

/** What is wrong with a figure. `min` and `max` belong to `out_of_range`, `than` to `out_of_order`: the figure it has to agree with. */
export type PolicyError =
  | { code: 'missing' | 'unknown' | 'not_whole' | 'not_a_list' }
  | { code: 'out_of_range'; min: number; max: number }
  | { code: 'out_of_order'; than: string };

export type PolicyCheck = { ok: true; values: PolicyValues } | { ok: false; errors: Record<string, PolicyError> };

type Range = readonly [min: number, max: number];
type NumberName = { [K in keyof PolicyValues]: PolicyValues[K] extends number ? K : never }[keyof PolicyValues];

const ranges: Readonly<Record<NumberName, Range>> = {
  holdMinutes: [1, 120],
  requestLapseHours: [1, 168],
  requestLapseShortHours: [1, 168],
  requestShortBelowHours: [0, 168],
  noticeMinutes: [0, 10_080],
  horizonDays: [1, 730],
  gapMinutes: [0, 720],
  learnerWeekLessons: [0, 50],
  badgeEarlierHours: [0, 168],
  refillKeepCents: [0, 100_000],
  mercyPasses: [0, 20],
  mercyMonths: [1, 60],
  mercyInstructorPercent: [0, 100],
  waiveDays: [0, 365],
  graceMinutes: [0, 1440],
  graceBeyondHours: [0, 720],
  maxReschedules: [0, 20],
  rescheduleAnswerHours: [1, 168],
  noShowAfterMinutes: [5, 120],
  contestHours: [1, 168],
  goodwillCents: [0, 100_000],
  goodwillBelowHours: [0, 168],
  goodwillByPlatform: [0, 100],
  reliabilityDays: [1, 730],
  instructorWarnAt: [1, 100],
  instructorHideAt: [1, 100],
  instructorHideDays: [1, 365],
  sameLearnerCancels: [1, 100],
  appealDays: [1, 365],
  learnerPrepayAt: [1, 100],
  learnerApprovalAt: [1, 100],
  firstLessonClaimHours: [1, 720],
  firstLessonClaims: [0, 20],
  claimHours: [1, 720],
  talkHours: [0, 168],
  evidenceDays: [0, 30],
  decisionWorkingDays: [1, 30],
  noSlotsDays: [1, 365],
  packageValidMonths: [1, 60],
  packageSmallPercent: [0, 50],
  packageLargePercent: [0, 50],
  packageMaxMinutes: [60, 6000],
  feeFirstPercent: [0, 50],
  feeFirstHours: [0, 1000],
  feeLaterPercent: [0, 50],
  feeCapCents: [0, 10_000_000],
  autoCloseHours: [1, 168],
  payoutAfterHours: [1, 720],
  payoutWeekday: [0, 6],
  payoutMinimumCents: [1, 1_000_000],
  payoutMaxHoldDays: [1, 90],
  refundWorkingDays: [1, 30],
  paynowRefundDays: [1, 365],
  reviewDays: [1, 365],
  reviewEveryLessons: [1, 100],
  reviewReplyDays: [1, 365],
  reviewEditHours: [0, 720],
  ratingMinReviews: [1, 100],
  ratingPriorMean: [1, 5],
  ratingPriorWeight: [0, 1000],
  ratingRecentMonths: [1, 240],
  ratingRecentWeight: [1, 100],
  moderationWorkingDays: [1, 30],
  contactHours: [0, 720],
  waitlistEntries: [0, 100],
  waitlistOffers: [1, 50],
  waitlistMinutes: [1, 1440],
  bookingYears: [5, 50],
  chatMonths: [1, 120],
  addressDays: [0, 3650],
  imageDays: [0, 3650],
  supportFromHour: [0, 23],
  supportToHour: [1, 24],
  supportAnswerHours: [1, 168],
};

/** The mean of the prior is the one figure with a fraction. */
const fractional: ReadonlySet<string> = new Set(['ratingPriorMean']);

/** The first is never more than the second. */
const ordered: ReadonlyArray<readonly [NumberName, NumberName]> = [
  ['requestLapseShortHours', 'requestLapseHours'],
  ['instructorWarnAt', 'instructorHideAt'],
  ['learnerPrepayAt', 'learnerApprovalAt'],
  ['feeLaterPercent', 'feeFirstPercent'],
  ['autoCloseHours', 'payoutAfterHours'],
  ['supportFromHour', 'supportToHour'],
];

const dayRange: Range = [1, 730];
const tierHours: Range = [0, 336];
const tierPercent: Range = [1, 100];
const mostEntries = 10;

/**
 * Judges the figures of a version (admins write them): each must be there, whole, within its range and in agreement with the others. Keys
 * of errors name the figure, as in `tiers`. Figures that nobody knows are refused, since they would decide nothing.
 */
export function checkPolicyValues(given: unknown): PolicyCheck {
  const values: Record<string, unknown> = isObject(given) ? given : {};
  const errors: Record<string, PolicyError> = {};
  for (const name of new Set([...Object.keys(firstPolicyValues), ...Object.keys(values)])) {
    const error = checkFigure(name, values[name]);
    if (error) errors[name] = error;
  }
  for (const [less, more] of ordered) {
    const isJudged = errors[less] || errors[more];
    if (!isJudged && Number(values[less]) > Number(values[more])) errors[less] = { code: 'out_of_order', than: more };
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, values: values as PolicyValues };
}

function checkFigure(name: string, value: unknown): PolicyError | undefined {
  if (!Object.hasOwn(firstPolicyValues, name)) return { code: 'unknown' };
  if (value === undefined) return { code: 'missing' };
  if (name === 'tiers') return checkTiers(value);
  if (name === 'packageReminderDays' || name === 'documentReminderDays') return checkDays(value);
  const range: Range = Reflect.get(ranges, name);
  return checkNumber(value, range, fractional.has(name));
}

function checkNumber(value: unknown, [min, max]: Range, mayBeFraction = false): PolicyError | undefined {
  if (typeof value !== 'number' || !(mayBeFraction || Number.isInteger(value))) return { code: 'not_whole' };
  return value >= min && value <= max ? undefined : { code: 'out_of_range', min, max };
}

// Reminders come earliest first, each of them once.
function checkDays(value: unknown): PolicyError | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostEntries) return { code: 'not_a_list' };
  const wrong = value.map((days) => checkNumber(days, dayRange)).find((error) => error !== undefined);
  if (wrong) return wrong;
  const falls = value.every((days, index) => index === 0 || days < value[index - 1]);
  return falls ? undefined : { code: 'out_of_order', than: 'the day before it' };
}

// Later never gives back more: whoever waits must not gain by it.
function checkTiers(value: unknown): PolicyError | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostEntries) return { code: 'not_a_list' };
  for (const tier of value) {
    if (!isTier(tier)) return { code: 'not_a_list' };
    const error = checkNumber(tier.hoursBefore, tierHours) ?? checkNumber(tier.refundPercent, tierPercent);
    if (error) return error;
  }
  const tiers: CancellationTier[] = value;
  const falls = tiers.every(({ hoursBefore, refundPercent }, index) => {
    const before = tiers[index - 1];
    return !before || (hoursBefore < before.hoursBefore && refundPercent < before.refundPercent);
  });
  return falls ? undefined : { code: 'out_of_order', than: 'the step before it' };
}

function isTier(value: unknown): value is CancellationTier {
  if (!isObject(value) || Object.keys(value).length !== 2) return false;
  return 'hoursBefore' in value && 'refundPercent' in value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
