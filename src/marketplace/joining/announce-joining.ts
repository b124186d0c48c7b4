import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from '../notifications/notify-once.ts';
import { findCheckers } from './joining.store.ts';

const teachLink = '/dashboard/teach';

/** Tells those who check instructors that somebody waits for it. */
export async function announceWaiting(
  engine: Engine,
  tx: Transaction,
  { key, name, what }: { key: string; name: string; what: 'submission' | 'change' | 'suspension' },
): Promise<void> {
  const checkers = await findCheckers(tx);
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
      link: '/dashboard/verify',
      key: `${key}:${user}`,
    })),
  );
}

export type Answer = { user: string; key: string; outcome: string; reasons: readonly string[] };

/** Tells an instructor what came of a check, by mail whatever is chosen: work hangs on it. */
export async function announceVerification(
  engine: Engine,
  tx: Transaction,
  { user, key, outcome, reasons }: Answer,
): Promise<void> {
  await notifyOnce(engine, tx, [
    {
      user,
      type: 'system',
      write: (language) => {
        const texts = noticesIn(language);
        const reason = reasons.join(' ');
        if (outcome === 'accepted') return { title: texts.profileAccepted, message: texts.learnersCanFindYou };
        if (outcome === 'restored') return { title: texts.profileRestored, message: texts.learnersCanFindYou };
        if (outcome === 'suspended')
          return { title: texts.profileSuspended, message: texts.notBookableNow({ reason }) };
        if (outcome === 'paper_refused')
          return { title: texts.paperRefused, message: texts.sendAnotherPhoto({ reason }) };
        return { title: texts.profileRefused, message: texts.putRightAndSubmit({ reason }) };
      },
      link: teachLink,
      key,
      isRequired: true,
    },
  ]);
}

/** Tells an instructor what came of a change that was asked for. */
export async function announceChange(
  engine: Engine,
  tx: Transaction,
  { user, key, outcome, reasons }: Answer,
): Promise<void> {
  await notifyOnce(engine, tx, [
    {
      user,
      type: 'system',
      write: (language) => {
        const texts = noticesIn(language);
        if (outcome === 'accepted') return { title: texts.changeAccepted, message: texts.learnersSeeTheNew };
        return { title: texts.changeRefused, message: texts.learnersSeeTheOld({ reason: reasons.join(' ') }) };
      },
      link: teachLink,
      key,
      isRequired: true,
    },
  ]);
}

/** Tells an instructor that what was checked expires, so many days ahead. */
export async function announceExpiry(
  engine: Engine,
  tx: Transaction,
  { user, key, date }: { user: string; key: string; date: string },
): Promise<void> {
  await notifyOnce(engine, tx, [
    {
      user,
      type: 'system',
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.papersExpire, message: texts.papersExpireOn({ date }) };
      },
      link: teachLink,
      key,
      isRequired: true,
    },
  ]);
}

/** Tells an instructor of the 75th birthday, a year ahead. */
export async function announceRetirement(
  engine: Engine,
  tx: Transaction,
  { user, key, date }: { user: string; key: string; date: string },
): Promise<void> {
  await notifyOnce(engine, tx, [
    {
      user,
      type: 'system',
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.youStopOn({ date }), message: texts.oneYearAhead };
      },
      link: teachLink,
      key,
      isRequired: true,
    },
  ]);
}
