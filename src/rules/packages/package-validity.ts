import type { PolicyValues } from '../policies/policy-values.ts';
import { addMonths } from '../time/add-months.ts';
import type { LocalDay } from '../time/local-time.ts';

/** Local dates in the platform's zone; undefined where there is no such limit. */
export type PackageDates = {
  boughtOn: LocalDay;
  pdlExpiresOn: LocalDay | undefined;
  licenceExpiresOn: LocalDay | undefined;
  retiresOn: LocalDay | undefined;
};

export type PackageValidity =
  | { ok: true; expiresOn: LocalDay }
  | { ok: false; reason: 'too_many_minutes' | 'instructor_ends' };

/**
 * Whether a package may be sold, and its last day (domain rules 18 and 19): `packageValidMonths`, or until the learner's provisional licence ends
 * if that is later, but never beyond the instructor's licence or 75th birthday; not at all when one of them is over, and never more minutes at
 * once than the policies allow.
 */
export function packageValidity(
  minutes: number,
  { boughtOn, pdlExpiresOn, licenceExpiresOn, retiresOn }: PackageDates,
  policy: Pick<PolicyValues, 'packageValidMonths' | 'packageMaxMinutes'>,
): PackageValidity {
  if (minutes > policy.packageMaxMinutes) return { ok: false, reason: 'too_many_minutes' };
  const endsOn = Math.min(licenceExpiresOn ?? Number.POSITIVE_INFINITY, retiresOn ?? Number.POSITIVE_INFINITY);
  if (endsOn <= boughtOn) return { ok: false, reason: 'instructor_ends' };
  const validOn = Math.max(addMonths(boughtOn, policy.packageValidMonths), pdlExpiresOn ?? Number.NEGATIVE_INFINITY);
  return { ok: true, expiresOn: Math.min(validOn, endsOn) };
}

/** Whether a lesson of a local day may still be booked with a package: its last day counts. */
export function isPackageValidOn(expiresOn: LocalDay, lessonOn: LocalDay): boolean {
  return lessonOn <= expiresOn;
}
