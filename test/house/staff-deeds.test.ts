import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { listFiles, root } from '../support/list-files.ts';

const marketplace = 'src/marketplace';
/** What a file calls that passes the guard: the guard itself, or what says which lesson or money it is about; an import leaves such lines to others. */
const passes = /\b(?:requireImpartial|refuseOwnCase|refuseOwnMoney|findBarred)\(/;

/** A deed of staff passes the guard in a file of src/marketplace, or need not for the reason. */
type Word = { in: string } | { not: string };

const diary = { not: 'the diary and the offers of an instructor, who is told of it and can take it back' };
const lessonMove = {
  not: 'a step of a lesson by its own terms, which are the same for everybody; its parties are told',
};
const setting = { not: 'about no person' };
const own = { not: 'the work of staff themselves: what they write, plan and keep' };
const support = { not: 'an answer or a note to a question; it moves nothing' };
const account = {
  not: 'account changes have a guard of their own: two words, and who may say the second (db/functions/account-changes.sql)',
};

/** Every write that a role opens, by collection or call. A new one says here whether it judges people, and where it passes the guard. */
const deeds: Record<string, Word> = {
  'DELETE /api/marketplace/impersonations/:id': own,
  'DELETE /api/marketplace/users/:id/sessions': { not: 'it only ends access, a colleague’s three times in a day' },
  'POST /api/marketplace/bank/import': { in: 'money/bank/match-bank-line.ts' },
  'POST /api/marketplace/bank/debits/:id': { in: 'money/bank/debit-routes.ts' },
  'POST /api/marketplace/bank/lines/:id': { in: 'money/bank/decide-bank-line.ts' },
  'POST /api/marketplace/bank/preview': { in: 'money/bank/match-bank-line.ts' },
  'POST /api/marketplace/broadcasts/:id/test': own,
  'POST /api/marketplace/cases/:id/visit': own,
  'POST /api/marketplace/mails/undelivered/:id/${as}': own,
  'POST /api/marketplace/payouts/:id/ask': { not: 'a question to the instructor' },
  'POST /api/marketplace/payouts/:id/retry': { in: 'money/payouts/retry-payout.ts' },
  'POST /api/marketplace/payouts/:id/sent': { in: 'money/payouts/payout-sent-route.ts' },
  'POST /api/marketplace/policies/preview': setting,
  'POST /api/marketplace/provider-cases/:id/settle': { in: 'money/provider-cases/provider-cases-routes.ts' },
  'POST /api/marketplace/outside/explain': { in: 'money/outside/outside-routes.ts' },
  'POST /api/marketplace/outside/reopen': { in: 'money/outside/outside-routes.ts' },
  'POST /api/marketplace/provider-fees/:id/${as}': { not: 'a fee of the platform' },
  'POST /api/marketplace/refunds/:id/sent': { in: 'money/refunds/refund-sent-route.ts' },
  'POST /api/marketplace/reports/:id/retry': own,
  'POST /api/marketplace/users/:id/impersonations': { not: 'a look that changes nothing and stands in the trail' },
  'POST /api/marketplace/users/:id/invitation': { not: 'a mail to the owner of an account' },
  'account_changes create': account,
  'account_changes update': account,
  'account_change_confirmations create': account,
  'users delete': account,
  'users update': {
    not: 'what opens an account only its owner changes, and the suspension of a colleague or of who teaches takes a second word',
  },
  'approvals create': lessonMove,
  'availability_overrides create': diary,
  'availability_overrides delete': diary,
  'availability_overrides update': diary,
  'availability_rules create': diary,
  'availability_rules delete': diary,
  'availability_rules update': diary,
  'broadcasts create': own,
  'broadcasts delete': own,
  'broadcasts update': own,
  'cancellations create': lessonMove,
  'claim_decisions create': { in: 'trust/claims/end-claim.ts' },
  'holidays create': setting,
  'holidays delete': setting,
  'holidays update': setting,
  'instructor_changes update': { in: 'teaching/joining/change-checked-facts.ts' },
  'instructor_documents create': { not: 'a paper waits to be checked, whoever sends it' },
  'instructor_documents update': { not: 'only the paper: listing by it takes a verification' },
  'instructors update': {
    not: 'languages, areas and words, and a pause of a day; the price and the terms are the instructor’s, and what is checked of a profile takes a verification or a change that is decided',
  },
  'lesson_logs create': lessonMove,
  'lesson_logs update': lessonMove,
  'lesson_starts create': lessonMove,
  'no_show_decisions create': { in: 'booking/lessons/absences/decide-no-show.ts' },
  'no_shows create': { not: 'only what is said; the other side may contest it, and that is decided' },
  'own_learners create': diary,
  'own_learners delete': diary,
  'own_learners update': diary,
  'own_payments create': diary,
  'own_payments delete': diary,
  'own_payments update': diary,
  'payouts create': { in: 'money/payouts/register-payout-hooks.ts' },
  'pickup_advice create': setting,
  'pickup_advice delete': setting,
  'pickup_advice update': setting,
  'police_checks create': { in: 'teaching/rechecks/register-recheck-hooks.ts' },
  'policies create': setting,
  'policies delete': setting,
  'policies update': setting,
  'reliability_pardons create': { in: 'booking/reliability/register-reliability-hooks.ts' },
  'report_schedules create': own,
  'report_schedules delete': own,
  'report_schedules update': own,
  'reports create': own,
  'reports delete': own,
  'reschedules create': lessonMove,
  'review_decisions create': { in: 'trust/reviews/judge-reviews.ts' },
  'saved_answers create': own,
  'saved_answers delete': own,
  'saved_answers update': own,
  'support_joins create': support,
  'support_joins delete': support,
  'support_messages create': support,
  'support_requests update': support,
  'test_fees create': setting,
  'test_fees delete': setting,
  'test_fees update': setting,
  'time_off create': diary,
  'time_off delete': diary,
  'time_off update': diary,
  'verification_confirmations create': { in: 'teaching/joining/verify-instructor.ts' },
  'verifications create': { in: 'teaching/joining/verify-instructor.ts' },
  'verifications update': { in: 'teaching/joining/withdraw-suspension.ts' },
  'waitlist_entries delete': diary,
  'waitlist_entries update': diary,
  'waivers create': { in: 'booking/lessons/cancelling/waive-fee.ts' },
};

const written = marketplaceCollections.flatMap((collection) =>
  (['create', 'update', 'delete'] as const)
    .filter((kind) => /@request\.auth\.role/.test(Reflect.get(collection, `${kind}Rule`) ?? ''))
    .map((kind) => `${collection.name} ${kind}`),
);

const sources = listFiles([marketplace])
  .filter((path) => path.endsWith('.ts') && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const called = sources
  .filter(({ text }) => /\brequire(?:Right|Staff)\(/.test(text))
  .flatMap(({ text }) =>
    [...text.matchAll(/method: '(POST|PATCH|PUT|DELETE)',\s+path: ['`]([^'`]+)['`]/g)].map(
      ([, method, path]) => `${method} ${path}`,
    ),
  );

test('[25.2] [25.43] each deed of staff says whether it judges people, and those that do pass one guard', () => {
  expect([...new Set([...written, ...called])].filter((deed) => !(deed in deeds)).sort()).toEqual([]);
  expect(Object.keys(deeds).filter((deed) => !written.includes(deed) && !called.includes(deed))).toEqual([]);
  const textOf = (path: string) => sources.find((source) => source.path === `${marketplace}/${path}`)?.text ?? '';
  const guarded = Object.entries(deeds).flatMap(([deed, word]) => ('in' in word ? [{ deed, path: word.in }] : []));
  expect(guarded.filter(({ path }) => !passes.test(textOf(path)))).toEqual([]);
});

test('[25.2] nothing but the guard refuses somebody their own case, and so forgets who became staff for it', () => {
  const byHand = sources.filter(({ text }) => /'own_case'|'own_profile'/.test(text)).map(({ path }) => path);
  expect(byHand.map((path) => path.slice(marketplace.length + 1)).sort()).toEqual([
    // It asks more: seven days as an administrator.
    'people/account-changes/confirm-change.ts',
    'platform/rights/require-impartial.ts',
    // Writing to oneself, which is no deed of staff.
    'talk/messages/open-conversation.ts',
  ]);
});
