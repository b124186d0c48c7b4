import type { PolicyValues } from '../policies/policy-values.ts';
import { endOfWorkingDay } from '../time/add-working-days.ts';
import { dayMs, hourMs } from '../time/durations.ts';

/** Kinds of api.md: first-lesson guarantee (rule 14), quality (15), safety and identity (16). */
export type ClaimKind = 'first_lesson' | 'quality' | 'safety' | 'identity';

export type ClaimedLesson = { startMs: number; endMs: number; isFirstWithInstructor: boolean };

export type ClaimDates = {
  /** Until when the parties talk first, and evidence is taken; both are the instant of the claim where people decide at once. */
  talkUntilMs: number;
  evidenceUntilMs: number;
  decideByMs: number;
  /** The instructor's account takes no bookings from the claim on. */
  freezesInstructor: boolean;
};

export type ClaimOpening =
  | { ok: true; dates: ClaimDates }
  | { ok: false; reason: 'too_early' | 'too_late' | 'not_first_lesson' | 'guarantee_used' };

/**
 * What a word alone sends back before staff decide (domain rule 16). Where it was not true the platform pays it, so two accounts that work together
 * could make money of it: no more than lessons cost, and not again of an instructor of whom it was said untruly before, or of another lesson that staff
 * did not decide yet.
 */
const mostAtOnceCents = 50_000;

/** Whether the money of a lesson goes back as soon as its learner says that somebody else came; else when staff found it true. */
export function goesBackAtOnce({ paidCents, hasCost }: { paidCents: number; hasCost: boolean }): boolean {
  return paidCents <= mostAtOnceCents && !hasCost;
}

type ClaimPolicy = Pick<
  PolicyValues,
  'firstLessonClaimHours' | 'firstLessonClaims' | 'claimHours' | 'talkHours' | 'evidenceDays' | 'decisionWorkingDays'
>;

/**
 * Whether a claim may be opened, and its dates (domain rules 14 to 16): the guarantee within hours of the end of the first lesson with an
 * instructor, so many times a learner (`guaranteesUsed`); quality within its hours, the parties talking first, then evidence, then a decision
 * within working days; safety and identity from booking on without a limit, and the instructor is frozen at once where the word acts
 * (`unheededBecause`). Limits are in time.
 */
export function openClaim(
  kind: ClaimKind,
  lesson: ClaimedLesson,
  {
    nowMs,
    guaranteesUsed,
    policy,
    zone,
    holidays,
  }: { nowMs: number; guaranteesUsed: number; policy: ClaimPolicy; zone: string; holidays: ReadonlySet<string> },
): ClaimOpening {
  const isSafety = kind === 'safety' || kind === 'identity';
  const reason = isSafety ? undefined : refusalOf(kind, lesson, { nowMs, guaranteesUsed, policy });
  if (reason) return { ok: false, reason };
  const talkUntilMs = kind === 'quality' ? nowMs + policy.talkHours * hourMs : nowMs;
  const evidenceUntilMs = kind === 'quality' ? talkUntilMs + policy.evidenceDays * dayMs : nowMs;
  const decideByMs = endOfWorkingDay(zone, evidenceUntilMs, { days: policy.decisionWorkingDays, holidays });
  return { ok: true, dates: { talkUntilMs, evidenceUntilMs, decideByMs, freezesInstructor: isSafety } };
}

/** Until when a lesson may be claimed (domain rules 14 and 15): what is payable before that may still go back. */
export function claimableUntil(
  kind: 'first_lesson' | 'quality',
  { endMs }: Pick<ClaimedLesson, 'endMs'>,
  policy: Pick<PolicyValues, 'firstLessonClaimHours' | 'claimHours'>,
): number {
  return endMs + (kind === 'first_lesson' ? policy.firstLessonClaimHours : policy.claimHours) * hourMs;
}

function refusalOf(
  kind: 'first_lesson' | 'quality',
  lesson: ClaimedLesson,
  { nowMs, guaranteesUsed, policy }: { nowMs: number; guaranteesUsed: number; policy: ClaimPolicy },
) {
  if (nowMs < lesson.startMs) return 'too_early' as const;
  if (nowMs > claimableUntil(kind, lesson, policy)) return 'too_late' as const;
  if (kind === 'quality') return undefined;
  if (!lesson.isFirstWithInstructor) return 'not_first_lesson' as const;
  return guaranteesUsed >= policy.firstLessonClaims ? ('guarantee_used' as const) : undefined;
}
