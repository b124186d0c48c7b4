import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { creditPath, earningsPath } from '#rules/paths/money-paths.ts';
import { dayMs } from '#rules/time/durations.ts';
import { parseDate } from '#rules/time/local-time.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { localeFor } from '#texts/locale-for.ts';
import type { TakenBack } from '../../money/payments/till.ts';
import { notifyOnce, type ToNotify } from '../../talk/notifications/notify-once.ts';
import { findPackageParties, type PackageParties } from './packages.store.ts';

/** Tells both sides that a package is paid. */
export async function announcePackageBought(engine: Engine, tx: Transaction, purchase: Row): Promise<void> {
  const parties = await findPackageParties(tx, String(purchase.id));
  const hours = Number(purchase.minutes) / 60;
  await notifyOnce(engine, tx, [
    {
      user: parties.learner,
      type: 'payment',
      write: (language) => {
        const texts = noticesIn(language);
        const expiresOn = dateWords(String(purchase.expiresOn), language);
        const { instructorName } = parties;
        return { title: texts.packageActive, message: texts.packageIsYours({ hours, instructorName, expiresOn }) };
      },
      link: creditPath,
      key: `package_bought:${purchase.id}:learner`,
      isRequired: true,
    },
    {
      user: parties.instructorUser,
      type: 'payment',
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.packageSold, message: texts.packageSoldTo({ hours, learnerName: parties.learnerName }) };
      },
      link: earningsPath,
      key: `package_bought:${purchase.id}:instructor`,
    },
  ]);
}

/** Tells the learner that money came when the price was no longer kept, and that all of it goes back. */
export async function announcePackagePaidLate(
  engine: Engine,
  tx: Transaction,
  { purchase, payment }: { purchase: Row; payment: string },
): Promise<void> {
  const parties = await findPackageParties(tx, String(purchase.id));
  await notifyOnce(engine, tx, [
    {
      user: parties.learner,
      type: 'payment',
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.paymentSentBack, message: texts.packagePaidTooLate(parties) };
      },
      link: creditPath,
      key: `package_paid_late:${payment}`,
      isRequired: true,
    },
  ]);
}

/** Reminds the learner of hours that are left, some days before the package ends (domain rule 18). */
export async function announcePackageEnding(
  engine: Engine,
  tx: Transaction,
  { purchase, days }: { purchase: Row; days: number },
): Promise<void> {
  const parties = await findPackageParties(tx, String(purchase.id));
  await notifyOnce(engine, tx, [
    {
      user: parties.learner,
      write: (language) => {
        const texts = noticesIn(language);
        const expiresOn = dateWords(String(purchase.expiresOn), language);
        const left = { minutes: Number(purchase.minutesLeft), instructorName: parties.instructorName, expiresOn };
        return { title: texts.packageEnding, message: texts.packageEndsOn(left) };
      },
      link: creditPath,
      key: `package_ending:${purchase.id}:${days}`,
    },
  ]);
}

type Ended = { purchase: Row; reason: string; refundCents: number; isCredit: boolean };

/** Tells the learner that a package ended and what of its money goes back, or is credit now. */
export async function announcePackageEnded(
  engine: Engine,
  tx: Transaction,
  { purchase, reason, refundCents, isCredit }: Ended,
): Promise<void> {
  const parties = await findPackageParties(tx, String(purchase.id));
  await notifyOnce(engine, tx, [
    {
      user: parties.learner,
      type: 'payment',
      write: (language) => {
        const texts = noticesIn(language);
        const words = {
          instructorName: parties.instructorName,
          sum: formatCents(refundCents),
          isCredit: String(isCredit),
        };
        const message = {
          asked: texts.packageGivenBack,
          no_slots: texts.packageWithoutTimes,
          instructor_ends: texts.packageInstructorEnds,
          expired: texts.packageExpired,
          safety: texts.packageEndsForSafety,
          handed_over: texts.packageHandedOver,
          paid_back: texts.packagePaidBack,
        }[reason];
        return { title: texts.packageEnded, message: (message ?? texts.packageGivenBack)(words) };
      },
      link: creditPath,
      key: `package_ended:${purchase.id}`,
      isRequired: true,
    },
    ...(reason === 'paid_back' ? [toInstructor(parties, `package_ended:${purchase.id}:instructor`)] : []),
  ]);
}

// Nobody else told them.
function toInstructor({ instructorUser, learnerName }: PackageParties, key: string): ToNotify {
  return {
    user: instructorUser,
    type: 'payment',
    write: (language) => {
      const texts = noticesIn(language);
      return { title: texts.packageEnded, message: texts.packageOfLearnerPaidBack({ learnerName }) };
    },
    link: earningsPath,
    key,
    isRequired: true,
  };
}

/** Tells both sides that the learner's bank takes a package's payment back, and the learner what it decided: what was given of it was paid all along. */
export async function announcePackageTakenBack(
  engine: Engine,
  tx: Transaction,
  { id, takenBack }: { id: string; takenBack: TakenBack },
): Promise<void> {
  const parties = await findPackageParties(tx, id);
  const { chargeback, status, amountCents, coveredCents, lessonsOff } = takenBack;
  const isOpen = status === 'open';
  const told = { type: 'payment' as const, isRequired: true };
  const key = `taken_back:${chargeback}:${isOpen ? 'opened' : 'decided'}`;
  const isEnded = String(takenBack.isOff);
  const toLearner = {
    ...{ ...told, user: parties.learner, link: creditPath, key: `${key}:learner` },
    write: (language: string) => {
      const texts = noticesIn(language);
      const words = { amount: formatCents(amountCents), instructorName: parties.instructorName };
      if (takenBack.isOfCredit)
        return { title: texts.packageEnded, message: texts.packageOfCreditTakenBack({ ...words, lessonsOff }) };
      if (isOpen)
        return { title: texts.yourBankTakesBack, message: texts.packageTakenBack({ ...words, isEnded, lessonsOff }) };
      const covered = { covered: formatCents(coveredCents), hasCovered: String(coveredCents > 0) };
      const message = texts.packageBankDecided({ ...words, ...covered, isWon: String(status === 'won') });
      return { title: texts.bankDecided, message };
    },
  };
  const toInstructor = {
    ...{ ...told, user: parties.instructorUser, link: earningsPath, key: `${key}:instructor` },
    write: (language: string) => {
      const texts = noticesIn(language);
      const message = texts.packageOfLearnerTakenBack({ learnerName: parties.learnerName, lessonsOff });
      return { title: texts.packageEnded, message };
    },
  };
  const notices = takenBack.hasLeft ? [] : [toLearner];
  await notifyOnce(
    engine,
    tx,
    (isOpen || takenBack.isOfCredit) && takenBack.isOff ? [...notices, toInstructor] : notices,
  );
}

function dateWords(date: string, language: string): string {
  const format = new Intl.DateTimeFormat(localeFor(language), { dateStyle: 'long', timeZone: 'UTC' });
  return format.format((parseDate(date) ?? 0) * dayMs);
}
