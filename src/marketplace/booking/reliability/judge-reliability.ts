import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import { usersPath } from '#rules/paths/staff-paths.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { localeFor } from '#texts/locale-for.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { notifyOnce, type ToNotify } from '../../talk/notifications/notify-once.ts';
import { readInstructorStanding, readLearnerStanding } from './read-standing.ts';
import { findName, findParties, type JudgedInstructor, lockInstructor, writeStanding } from './reliability.store.ts';

/** What a lesson that was called off or missed says of its people, in the transaction that did it (domain rules 12 and 13). */
export async function judgePartiesOf(engine: Engine, tx: Transaction, lesson: string): Promise<void> {
  const parties = await findParties(tx, lesson);
  if (!parties) return;
  await judgeInstructor(engine, tx, parties.instructor);
  await judgeLearner(engine, tx, parties.learner);
}

/** Works out how an instructor stands now, keeps until when they are warned and hidden, and tells them, and staff, what is new. */
export async function judgeInstructor(engine: Engine, tx: Transaction, id: string): Promise<void> {
  const nowMs = engine.clock.nowMs();
  const before = await lockInstructor(tx, id);
  if (!before) return;
  const standing = await readInstructorStanding(tx, id, nowMs);
  const { warnedUntilMs: warnedMs, hiddenUntilMs: hiddenMs } = standing;
  const row = await writeStanding(tx, id, { warnedMs, hiddenMs, nowMs });
  if (row) tx.afterCommit(() => publishRow(engine, 'instructors', row));
  const isNewlyHidden = hiddenMs !== null && hiddenMs > before.hiddenMs;
  const isNewlyWarned = warnedMs !== null && before.warnedMs <= nowMs;
  if (isNewlyHidden || isNewlyWarned) {
    const notice = await standingNotice(tx, before, { ...standing, nowMs });
    await notifyOnce(engine, tx, [notice]);
  }
  await tellStaff(engine, tx, before, standing);
}

type Told = Awaited<ReturnType<typeof readInstructorStanding>>;

async function standingNotice(
  tx: Transaction,
  { id, user }: JudgedInstructor,
  { count, hiddenUntilMs, lastMs, nowMs }: Told & { nowMs: number },
): Promise<ToNotify> {
  const { values } = await findPolicyAt(tx, nowMs);
  return {
    user,
    write: (language) => {
      const texts = noticesIn(language);
      const span = { count, days: values.reliabilityDays };
      if (hiddenUntilMs === null) {
        return {
          title: texts.reliabilityWarning,
          message: texts.reliabilityWarned({ ...span, hideAt: values.instructorHideAt }),
        };
      }
      const until = dayOf(hiddenUntilMs, language);
      return {
        title: texts.reliabilityHidden,
        message: texts.reliabilityHiddenUntil({ ...span, until, appeal: values.appealDays }),
      };
    },
    link: dashboardPath,
    key: `reliability:${id}:${hiddenUntilMs === null ? 'warned' : 'hidden'}:${lastMs}`,
    isRequired: true,
  };
}

// Who calls the same learner's lessons off again and again is for people to look at.
async function tellStaff(
  engine: Engine,
  tx: Transaction,
  { id, name }: JudgedInstructor,
  { reviewLearners, lastMs }: Told,
): Promise<void> {
  if (reviewLearners.length === 0) return;
  const admins = await findStaff(tx, 'lessons');
  for (const learner of reviewLearners) {
    const learnerName = await findName(tx, learner);
    const items = admins.map((user) => ({
      user,
      write: (language: string) => {
        const texts = noticesIn(language);
        return { title: texts.oftenCancelled, message: texts.oftenCancelledFor({ instructorName: name, learnerName }) };
      },
      link: usersPath,
      key: `often_cancelled:${id}:${learner}:${lastMs}:${user}`,
    }));
    await notifyOnce(engine, tx, items);
  }
}

/** Tells a learner what follows from lessons that they missed. What follows is asked when they pay: see `confirm_paid_lesson`. */
async function judgeLearner(engine: Engine, tx: Transaction, learner: string): Promise<void> {
  const nowMs = engine.clock.nowMs();
  const { state, count, lastMs } = await readLearnerStanding(tx, learner, nowMs);
  if (state === 'good') return;
  const { values } = await findPolicyAt(tx, nowMs);
  await notifyOnce(engine, tx, [
    {
      user: learner,
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.lessonsMissed, message: texts.lessonsMissedSo({ count, days: values.reliabilityDays }) };
      },
      link: dashboardPath,
      key: `reliability:${learner}:${state}:${lastMs}`,
      isRequired: true,
    },
  ]);
}

function dayOf(ms: number, language: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: platformZone } as const;
  return new Intl.DateTimeFormat(localeFor(language), options).format(ms);
}
