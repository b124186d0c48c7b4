import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { tokenAlphabet } from '#engine/random.ts';
import { ensurePlatformFacts } from '../../platform/facts/ensure-platform-facts.ts';
import { promiseAnswer } from '../../talk/support/promise-answer.ts';
import {
  allowHistoriesFirst,
  hasDemoAccount,
  insertRows,
  insertSuperuser,
  isMarketplaceEmpty,
  noteReviewsAsked,
  waitForOtherSeeding,
} from './demo.store.ts';
import { acceptanceRows } from './demo-acceptances.ts';
import { activityRows } from './demo-activity.ts';
import { dateAt, isoOf } from './demo-dates.ts';
import { diaryRows } from './demo-diary.ts';
import { postDemoMoney } from './demo-ledger.ts';
import { lessonRows, moveRows, notificationRows, paymentRows, settleLessons } from './demo-lessons.ts';
import { logRows } from './demo-logs.ts';
import { messageRows } from './demo-messages.ts';
import { paperFiles, paperRows, verificationRows } from './demo-papers.ts';
import {
  accountChangeRows,
  instructorRows,
  type PeopleOptions,
  pictures,
  superuserRow,
  userRows,
} from './demo-people.ts';
import { reportRows } from './demo-reports.ts';
import { ratingOf, reviewRows, writeReviews } from './demo-reviews.ts';
import { roadRows } from './demo-roads.ts';
import { savedRows } from './demo-saved.ts';
import { supportRows } from './demo-support.ts';
import { demoAddress } from './is-demo-address.ts';
import { planLessons } from './plan-lessons.ts';

/** The accounts to show after the start. `isPresent` is false when an operator's own data kept the demo out. */
export type DemoAccounts = {
  isPresent: boolean;
  password: string;
  learner: { name: string; email: string };
  instructor: { name: string; email: string };
  admin: { name: string; email: string };
  superuser: { name: string; email: string };
};

/** The password of all demo accounts, unless `seedDemo` is told another. */
export const demoPassword = 'kerbside-demo';

const accounts = {
  learner: { name: 'Mei Ling Tan', email: demoAddress('mei') },
  instructor: { name: 'Ravi Chandran', email: demoAddress('ravi') },
  admin: { name: 'Serene Kwek', email: demoAddress('admin') },
  superuser: { name: 'Superuser', email: demoAddress('root') },
} as const;

/**
 * Fills an empty marketplace with people, diaries, lessons, money and reviews; with accounts or profiles in it, does nothing. The
 * same people and ids at every first start; dates lie around the product clock's day. One transaction: whole or not at all.
 */
export async function seedDemo(engine: Engine, options: { password?: string } = {}): Promise<DemoAccounts> {
  const password = options.password ?? demoPassword;
  await ensurePlatformFacts(engine);
  if (await isMarketplaceEmpty(engine.db)) {
    const [passwordHash] = await Promise.all([hashPassword(password), storePictures(engine)]);
    await engine.db.transaction(async (tx) => {
      await waitForOtherSeeding(tx);
      if (await isMarketplaceEmpty(tx)) await insertDemo(engine, tx, passwordHash);
    });
  }
  return { isPresent: await hasDemoAccount(engine.db, accounts.learner.email), password, ...accounts };
}

async function insertDemo(engine: Engine, tx: Transaction, passwordHash: string): Promise<void> {
  const nowMs = engine.clock.nowMs();
  const nowIso = isoOf(nowMs);
  const today = dateAt(nowMs);
  const newTokenKey = () => engine.random.text(50, tokenAlphabet);
  const people: PeopleOptions = { today, nowIso, passwordHash, newTokenKey };
  const lessons = settleLessons(planLessons(today), nowMs);
  const reviews = writeReviews(lessons, nowMs);
  const diary = diaryRows(today, nowIso);
  const users = userRows(people);
  await insertRows(tx, 'users', users);
  await insertRows(tx, 'terms_acceptances', acceptanceRows(users));
  await insertRows(tx, 'account_changes', accountChangeRows(people));
  await insertSuperuser(tx, superuserRow(people));
  const profiles = instructorRows(people, (instructor) => ratingOf(instructor, reviews, nowMs));
  await insertRows(tx, 'instructors', profiles);
  await insertRows(tx, 'verifications', verificationRows(profiles, today));
  await insertRows(tx, 'availability_rules', diary.rules);
  await insertRows(tx, 'availability_overrides', diary.overrides);
  await insertRows(tx, 'time_off', diary.timeOff);
  const lessonsTaken = lessonRows(lessons);
  await allowHistoriesFirst(tx);
  await insertRows(tx, 'lesson_moves', moveRows(lessons));
  await insertRows(tx, 'lessons', lessonsTaken);
  await insertRows(tx, 'account_activity', activityRows(lessonsTaken, today));
  await insertRows(tx, 'lesson_logs', logRows(lessons));
  await insertRows(tx, 'payments', paymentRows(lessons));
  await postDemoMoney(engine, tx, { lessons, nowMs });
  await insertRows(tx, 'reviews', reviewRows(reviews));
  await noteReviewsAsked(tx);
  await insertRows(tx, 'notifications', notificationRows(lessons, nowMs));
  const { conversations, messages } = messageRows(lessons, nowMs);
  await insertRows(tx, 'conversations', conversations);
  await insertRows(tx, 'messages', messages);
  await insertRows(tx, 'instructor_documents', paperRows(today, nowIso));
  const support = await supportRows(nowMs, (askedMs) => promiseAnswer(tx, askedMs));
  await insertRows(tx, 'support_requests', support.requests);
  await insertRows(tx, 'support_messages', support.messages);
  await insertRows(tx, 'saved_instructors', savedRows(nowMs));
  await insertRows(tx, 'licence_roads', roadRows(today, nowIso));
  await orderReports(engine, tx, today);
}

async function orderReports(engine: Engine, tx: Transaction, today: string): Promise<void> {
  const reports = reportRows(today);
  await insertRows(tx, 'reports', reports);
  for (const { id, status } of reports) {
    if (status === 'processing') await engine.jobs.add(tx, 'make-report', { report: id });
  }
}

async function storePictures(engine: Engine): Promise<void> {
  await Promise.all(
    [...pictures(), ...paperFiles()].map(({ collection, record, file, svg }) => {
      const key = `${engine.collections.get(collection).id}/${record}/${file}`;
      return engine.files.put(key, Buffer.from(svg), 'image/svg+xml');
    }),
  );
}
