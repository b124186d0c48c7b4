import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { vapidKeys } from '../support/vapid-keys.ts';
import { pushOrigin } from './write-table-rows.ts';
import { makeWriteWorld, roles, type WriteWorld } from './write-table-world.ts';

let app: TestApp;
let world: WriteWorld;

beforeAll(async () => {
  const vapid = vapidKeys();
  app = await startApp({ vapid, trustedPushOrigins: [pushOrigin] });
  world = await makeWriteWorld(app);
}, 120_000);
afterAll(() => app.close());

/** Of the bodies that the table of writes hides its attacks in: who makes which, and why who may make such records does not make this one. */
const makers: Record<string, string> = {
  users: 'guest, learner, other learner, instructor, other instructor, moderator, finance, admin',
  account_changes: 'admin',
  account_change_confirmations: 'admin',
  instructors:
    'learner, other learner, not instructor (user validation_not_unique), not other instructor (user validation_not_unique), not moderator (user validation_not_unique), finance, admin',
  own_learners: 'instructor, admin',
  own_payments: 'instructor, admin',
  student_notes: 'instructor',
  instructor_documents: 'instructor, admin',
  instructor_submissions: 'moderator',
  verifications: 'moderator, admin',
  verification_confirmations: 'moderator, admin',
  instructor_changes: 'instructor',
  police_checks: 'moderator, admin',
  availability_rules: 'instructor, admin',
  availability_overrides: 'instructor, admin',
  time_off: 'instructor, admin',
  outside_calendars: 'instructor',
  holidays: 'admin',
  lessons:
    'learner, other learner, not instructor (instructor own_lesson), other instructor, moderator, finance, admin',
  approvals: 'instructor, admin',
  reschedules: 'learner, instructor, admin',
  cancellations: 'learner, instructor, admin',
  waivers: 'instructor, admin',
  arrivals: 'learner, instructor',
  no_shows: 'learner, instructor, not admin (missing validation_required)',
  no_show_contests: 'not learner (noShow not_allowed), instructor',
  no_show_decisions: 'admin',
  lesson_starts: 'other instructor, admin',
  lesson_logs: 'instructor, admin',
  lesson_confirmations: 'learner',
  package_offers: 'instructor',
  package_purchases:
    'not learner (minutes too_many_minutes), other learner, not instructor (instructor own_lesson), other instructor, moderator, finance, admin',
  package_refunds:
    'learner, not other learner (packagePurchase validation_missing_rel_records), not instructor (packagePurchase validation_missing_rel_records), not other instructor (packagePurchase validation_missing_rel_records), not moderator (packagePurchase validation_missing_rel_records), not finance (packagePurchase validation_missing_rel_records), not admin (packagePurchase validation_missing_rel_records)',
  payments:
    'learner, not other learner (lesson validation_missing_rel_records), not instructor (lesson validation_missing_rel_records), not other instructor (lesson validation_missing_rel_records), not moderator (lesson validation_missing_rel_records), not finance (lesson validation_missing_rel_records), not admin (lesson validation_missing_rel_records)',
  payouts: 'finance, admin',
  reviews: 'learner, instructor',
  review_replies: 'instructor',
  review_reports: 'learner, other learner, instructor, other instructor, moderator, finance, admin',
  review_decisions: 'moderator, admin',
  claims: 'learner',
  claim_statements: 'learner, instructor',
  claim_decisions: 'admin',
  notification_preferences:
    'not learner (user validation_not_unique), other learner, instructor, other instructor, moderator, finance, admin',
  push_subscriptions: 'learner, other learner, instructor, other instructor, moderator, finance, admin',
  conversations:
    'not learner (instructor validation_not_unique), other learner, not instructor (instructor own_profile), other instructor, moderator, finance, admin',
  messages: 'learner, instructor',
  support_requests: 'learner, other learner, instructor, other instructor, moderator, finance, admin',
  support_messages: 'learner, moderator, admin',
  saved_answers: 'moderator, admin',
  support_joins: 'moderator, admin',
  reports: 'admin',
  report_schedules: 'admin',
  broadcasts: 'admin',
  saved_instructors:
    'not learner (instructor validation_not_unique), other learner, instructor, other instructor, moderator, finance, admin',
  licence_roads:
    'not learner (user validation_not_unique), other learner, instructor, other instructor, moderator, finance, admin',
  test_fees: 'admin',
  pickup_advice: 'admin',
  policies: 'admin',
  hand_overs: 'learner, instructor',
  waitlist_entries: 'learner, other learner, instructor, other instructor, moderator, finance, admin',
  reliability_pardons: 'admin',
};

// Superusers make them for somebody whom they name; that is not asked here.
const people = roles.filter((role) => role !== 'superuser');

async function outcomeOf(collection: string, role: (typeof roles)[number]): Promise<string | undefined> {
  const answer = await fetch(`${app.url}/api/collections/${collection}/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: world.clients[role].authStore.token },
    body: JSON.stringify(world.body(collection, role)),
  });
  const { data = {} } = await answer.json();
  if (answer.ok) {
    await world.restore();
    return role;
  }
  const codes = Object.entries(data as Record<string, { code: string }>).map(([field, { code }]) => `${field} ${code}`);
  return codes.length === 0 ? undefined : `not ${role} (${codes})`;
}

test('what the table of writes tries is taken of those who may make it, and of all others refused by the rule', {
  timeout: 300_000,
}, async () => {
  const found: Record<string, string> = {};
  for (const { name } of marketplaceCollections.filter(({ createRule }) => createRule !== null)) {
    const outcomes: string[] = [];
    for (const role of people) outcomes.push((await outcomeOf(name, role)) ?? '');
    found[name] = outcomes.filter((text) => text !== '').join(', ');
    // A body that nobody's rule and fields take would hide every fault of its collection behind another refusal.
    expect([name, people.some((role) => outcomes.includes(role))]).toEqual([name, true]);
  }
  expect(found).toEqual({ ...found, ...makers });
});
