import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { verifyPath } from '#rules/paths/staff-paths.ts';
import { teachPath } from '#rules/paths/teaching-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';

/** Tells those who check instructors that somebody waits for it. */
export async function announceWaiting(
  engine: Engine,
  tx: Transaction,
  { key, name, what }: { key: string; name: string; what: 'submission' | 'change' | 'suspension' },
): Promise<void> {
  const checkers = await findStaff(tx, 'papers');
  await notifyOnce(
    engine,
    tx,
    checkers.map((user) => ({
      user,
      type: 'system' as const,
      write: (language) => {
        const texts = noticesIn(language);
        if (what === 'submission') return { title: texts.papersToCheck, message: texts.wantsToTeach({ name }) };
        if (what === 'change') return { title: texts.changeToCheck, message: texts.wantsAChange({ name }) };
        return { title: texts.suspensionToConfirm, message: texts.aSecondPersonDecides({ name }) };
      },
      link: verifyPath,
      key: `${key}:${user}`,
    })),
  );
}

type Answer = { user: string; key: string; outcome: string };
/** The reasons by what each is about: a paper, or a field of the profile. */
type VerificationAnswer = Answer & { reasons: Readonly<Record<string, string>> };
type ChangeAnswer = Answer & { reasons: readonly string[] };
type ToInstructor = { user: string; key: string };
type Texts = ReturnType<typeof noticesIn>;

/** Tells an instructor once, by mail whatever is chosen: work hangs on it. */
async function tellInstructor(
  engine: Engine,
  tx: Transaction,
  { user, key }: ToInstructor,
  say: (texts: Texts) => { title: string; message: string },
): Promise<void> {
  const write = (language: string) => say(noticesIn(language));
  await notifyOnce(engine, tx, [{ user, type: 'system', write, link: teachPath, key, isRequired: true }]);
}

/** Tells an instructor what came of a check. */
export async function announceVerification(engine: Engine, tx: Transaction, answer: VerificationAnswer): Promise<void> {
  const { outcome, reasons } = answer;
  await tellInstructor(engine, tx, answer, (texts) => {
    // A suspension is about the instructor, whatever field it is written at.
    const wordsOf = (about: string, reason: string) =>
      outcome === 'suspended' ? reason : texts.reasonAbout({ about, reason });
    const reason = Object.entries(reasons)
      .map(([about, each]) => wordsOf(about, each))
      .join(' ');
    if (outcome === 'accepted') return { title: texts.profileAccepted, message: texts.learnersCanFindYou };
    if (outcome === 'restored') return { title: texts.profileRestored, message: texts.learnersCanFindYou };
    if (outcome === 'suspended') return { title: texts.profileSuspended, message: texts.notBookableNow({ reason }) };
    if (outcome === 'paper_refused') return { title: texts.paperRefused, message: texts.sendAnotherPhoto({ reason }) };
    return { title: texts.profileRefused, message: texts.putRightAndSubmit({ reason }) };
  });
}

/** Tells an instructor what came of a change that was asked for. */
export async function announceChange(engine: Engine, tx: Transaction, answer: ChangeAnswer): Promise<void> {
  const { outcome, reasons } = answer;
  await tellInstructor(engine, tx, answer, (texts) => {
    if (outcome === 'accepted') return { title: texts.changeAccepted, message: texts.learnersSeeTheNew };
    return { title: texts.changeRefused, message: texts.learnersSeeTheOld({ reason: reasons.join(' ') }) };
  });
}

type OnDate = ToInstructor & { date: string };

/** Tells an instructor that what was checked expires, so many days ahead. */
export async function announceExpiry(engine: Engine, tx: Transaction, expiry: OnDate): Promise<void> {
  const { date } = expiry;
  await tellInstructor(engine, tx, expiry, (texts) => ({
    title: texts.papersExpire,
    message: texts.papersExpireOn({ date }),
  }));
}

/** Tells an instructor of the 75th birthday, a year ahead. */
export async function announceRetirement(engine: Engine, tx: Transaction, retirement: OnDate): Promise<void> {
  const { date } = retirement;
  await tellInstructor(engine, tx, retirement, (texts) => ({
    title: texts.youStopOn({ date }),
    message: texts.oneYearAhead,
  }));
}
