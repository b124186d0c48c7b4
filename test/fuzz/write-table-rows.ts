import type { Collection, Field } from '#engine/collections/collection.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { firstPolicyValues } from '#rules/policies/policy-values.ts';

type Row = Record<string, unknown>;

export function idFor(name: string): string {
  return `row${name.replaceAll('_', '').slice(0, 12)}`.padEnd(15, '0');
}

export function named(name: string): Collection {
  const found = marketplaceCollections.find((collection) => collection.name === name);
  if (!found) throw new Error(`no collection ${name}`);
  return found;
}

const at = (hours: number) => new Date(Date.parse('2026-11-21T02:00:00Z') + hours * 3_600_000).toISOString();
export const freshReview = { id: 'freshreview0000', lesson: 'lessonreviewed0', publishedAt: at(-2), removedAt: null };
/** A push service that nobody answers at: nothing leaves the machine. */
export const pushOrigin = 'http://127.0.0.1:9';
const pushKeys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};
const roadDates = [
  'enrolledOn',
  'basicTheoryOn',
  'basicTheoryExpiresOn',
  'pdlExpiresOn',
  'finalTheoryOn',
  'finalTheoryExpiresOn',
  'simulatorOn',
  'testBookedOn',
  'testOn',
  'testPassedOn',
  'licensedOn',
];
export const draft = { id: 'draftteacher000', status: 'draft', areas: ['Bedok'] };
export const draftPaper = {
  id: 'draftpaper00000',
  instructor: draft.id,
  kind: 'licence',
  file: 'a.pdf',
  expiresOn: '2030-01-01',
};
export const draftHours = { id: 'drafthours00000', instructor: draft.id };
export const submitted = { id: 'submittedteach0', name: 'Ng', status: 'submitted' };

/** What some tables ask of a row beyond the types of its fields. */
const needs: Record<string, Row> = {
  account_changes: { takesEffectAt: null, lockedUntil: null },
  availability_rules: { weekday: 0, startMinute: 0, endMinute: 60 },
  availability_overrides: { windows: [] },
  broadcasts: { area: '' },
  time_off: { start: at(900), end: at(901) },
  busy_times: { start: at(902), end: at(903) },
  reschedules: { status: 'proposed', side: 'learner', answerBy: at(20), lesson: 'lessonlater0000', start: at(101) },
  no_shows: { missing: 'instructor', lesson: 'lessonlate00000', contestBy: at(20) },
  cancellations: { lesson: 'lessonoff000000' },
  lesson_starts: { lesson: 'lessonstarted00' },
  lesson_logs: { lesson: 'lessondone00000', skills: [], mockTest: null },
  claims: { lesson: 'lessonclaimed00', status: 'talking', talkUntil: at(20), evidenceUntil: at(40), decideBy: at(80) },
  approvals: { lesson: 'lessonlater0000' },
  package_offers: { minutes: 300, active: true },
  package_purchases: {
    minutes: 300,
    minutesLeft: 300,
    priceCents: 1000,
    status: 'active',
    expiresOn: '2027-11-01',
    _endsAt: at(8000),
    _dueAt: at(8000),
  },
  payments: {
    lesson: 'lessonasked0000',
    packagePurchase: '',
    status: 'requires_action',
    method: 'paynow',
    amountCents: 5000,
    lessonSeries: '',
    chargedWith: '',
    chargedCents: 0,
  },
  refunds: { amountCents: 100, _cause: 'x' },
  payouts: { amountCents: 100 },
  pickup_advice: { area: 'Bedok', weekdays: [], startMinute: 0, endMinute: 1440 },
  policies: { version: 9, effectiveFrom: '2027-06-01T00:00:00Z', values: firstPolicyValues },
  licence_roads: Object.fromEntries(roadDates.map((date) => [date, ''])),
  reviews: { lesson: 'lessondone00000', rating: 4, publishedAt: null, removedAt: null, side: 'learner' },
  instructor_changes: { status: 'waiting', changes: { vehiclePlate: 'SKB 1' } },
  verifications: { outcome: 'suspended', status: 'waiting', checker: 'somebody0000000' },
  waitlist_entries: { status: 'open', areas: [], windows: [] },
  hand_overs: { toInstructor: 'draftteacher000', status: 'withdrawn' },
  bank_lines: { _fingerprint: 'x' },
  waitlist_offers: { status: 'open', expiresAt: at(1), _freed: 1 },
};

export function rowFor(collection: Collection, ids: Record<string, string>): Row {
  const row: Row = { id: idFor(collection.name) };
  for (const field of collection.fields) if (field.name !== 'id') row[field.name] = plainValue(field, ids);
  return { ...row, ...needs[collection.name] };
}

function plainValue(field: Field, ids: Record<string, string>): unknown {
  switch (field.type) {
    case 'relation': {
      const target = marketplaceCollections.find(({ id }) => id === field.collectionId)?.name ?? '';
      return target === 'lessons' ? 'lessonlater0000' : (ids[target] ?? '');
    }
    case 'select':
      return (field.maxSelect ?? 1) > 1 ? [] : (field.values[0] ?? '');
    case 'number':
      return 1;
    case 'bool':
      return false;
    case 'date':
    case 'autodate':
      return at(0);
    case 'json':
      return {};
    case 'file':
      return (field.maxSelect ?? 1) > 1 ? [] : '';
    default:
      if ('pattern' in field && field.pattern) return new RegExp(field.pattern).test('4242') ? '4242' : '2026-12-01';
      return 'x'.repeat(Math.max(1, field.type === 'text' ? field.min : 0));
  }
}

export function lessonRows(instructor: string, learner: string): Row[] {
  const lesson = (id: string, status: string, hours: number): Row => ({
    ...rowFor(named('lessons'), {}),
    id,
    instructor,
    learner,
    status,
    start: at(hours),
    end: at(hours + 1),
    durationMinutes: 60,
    priceCents: 6600,
    lines: [],
    pickup: 'Blk 1',
    postalCode: '460085',
    note: '',
    startCode: '1234',
    holdExpiresAt: status === 'held' ? at(0.2) : null,
    requestExpiresAt: status === 'requested' ? at(9) : null,
    policyVersion: 1,
    cancellationHours: 24,
    sequence: 1,
  });
  return [
    lesson('lessonheld00000', 'held', 30),
    lesson('lessonasked0000', 'requested', 32),
    lesson('lessonlater0000', 'confirmed', 100),
    lesson('lessonconfirmed', 'confirmed', 103),
    lesson('lessonsoon00000', 'confirmed', 0.1),
    lesson('lessonmissed000', 'no_show_learner', -1.5),
    lesson('lessonrunning00', 'in_progress', -3),
    lesson('lessonmissing00', 'confirmed', -6),
    lesson('lessonstarted00', 'completed', -10),
    lesson('lessondone00000', 'completed', -30),
    lesson('lessonreviewed0', 'completed', -50),
    lesson('lessonclaimed00', 'completed', -20),
    lesson('lessonoff000000', 'cancelled_by_learner', 60),
    lesson('lessonlate00000', 'no_show_learner', -14),
    lesson('lessondisputed0', 'disputed', -16),
    lesson('lessoncontested', 'disputed', -18),
  ];
}

/** A lesson that was cancelled too late, for half of its price. */
const charged = {
  id: 'lessoncharged00',
  settlement: {
    gives: [{ to: 'refund', from: 'held', cents: 3300 }],
    entries: [],
    paidCents: 6600,
    refundCents: 3300,
    keptCents: 3300,
    feeCents: 330,
    instructorCents: 2970,
    paidMinutes: 60,
    payableFrom: at(-1),
    times: 1,
    created: at(-1),
    updated: at(-1),
  },
  cancellation: { feeCents: 3300, returnedCents: 0, usesMercyPass: false, _paidCents: 6600 },
};

type People = { own: string; other: string; learner: string; otherLearner: string; candidate: string };

/** What waits for the next step of its story: a suspension to confirm, a claim and a contest to decide, a package to give back, a lesson to start. */
export function waitingRows(
  ids: Record<string, string>,
  { own, other, learner, otherLearner, candidate }: People,
): [string, Row][] {
  const off = (learner: string) => lessonRows(own, learner).find(({ id }) => id === 'lessonoff000000');
  const soon = lessonRows(other, otherLearner).find(({ id }) => id === 'lessonsoon00000');
  const from = (name: string, row: Row): [string, Row] => [name, { ...rowFor(named(name), ids), ...row }];
  return [
    ['lessons', { ...soon, id: 'lessonstarting0' }],
    ['lessons', { ...off(candidate), id: 'lessonofanother' }],
    ['lessons', { ...off(learner), id: charged.id }],
    ['settlements', { lesson: charged.id, instructor: own, learner, ...charged.settlement }],
    from('cancellations', { id: 'chargedcancel00', lesson: charged.id, ...charged.cancellation }),
    [
      'payables',
      { entry: 1_000_000_000, instructor: other, lesson: '', amountCents: 9000, payableFrom: at(-50), payout: '' },
    ],
    from('verifications', { id: 'freshcheck00000', instructor: other }),
    from('account_changes', {
      id: 'freshchange0000',
      user: candidate,
      field: 'email',
      value: 'asked@kerbside.example',
      was: `${candidate}@kerbside.example`,
      status: 'waiting',
      starter: 'somebodyelse000',
      expires: at(100),
    }),
    from('no_shows', { id: 'contestnoshow00', lesson: 'lessoncontested' }),
    from('no_show_contests', { id: 'freshcontest000', noShow: 'contestnoshow00' }),
    from('claims', { id: 'freshclaim00000', lesson: 'lessondisputed0', kind: 'quality', _lesson_was: 'completed' }),
    from('package_purchases', { id: 'freshpackage000', learner, instructor: own }),
    from('no_shows', { id: 'freshnoshow0000', lesson: 'lessonmissed000' }),
  ];
}

export function paidFor(lesson: string, learner: string): Row {
  const money = { amountCents: 6600, method: 'card', status: 'succeeded', refundedCents: 0 };
  return { id: 'paidpayment0000', lesson, packagePurchase: '', learner, ...money, created: at(-1), updated: at(-1) };
}

export function bodiesOf(
  ids: Record<string, string>,
  people: Pick<People, 'other' | 'candidate' | 'learner'>,
): Record<string, Row> {
  const instructor = ids.instructors;
  return {
    instructors: { name: 'New', licenceClasses: ['3A'] },
    instructor_documents: { instructor, kind: 'licence' },
    instructor_submissions: { instructor: draft.id },
    verifications: { instructor: 'submittedteach0', outcome: 'refused', reasons: { name: 'unclear' }, checks: [] },
    account_changes: { user: people.learner, field: 'role', value: 'premium' },
    account_change_confirmations: { change: 'freshchange0000' },
    verification_confirmations: { verification: 'freshcheck00000' },
    police_checks: { instructor, listedOn: '2026-11-20', outcome: 'found' },
    instructor_changes: { instructor, changes: { vehicleModel: 'Vios' } },
    availability_rules: { instructor, weekday: 1, startMinute: 1200, endMinute: 1260 },
    availability_overrides: { instructor, date: '2026-12-24', windows: [] },
    time_off: { instructor, start: at(300), end: at(301), reason: 'x' },
    holidays: { date: '2027-03-08', name: 'x', closes: true },
    outside_calendars: { instructor, name: 'x', url: 'https://calendar.example.com/other.ics' },
    lessons: { instructor, start: '2026-11-25T02:00:00Z', durationMinutes: 60, pickup: 'Blk 2' },
    approvals: { lesson: 'lessonasked0000', decision: 'accept' },
    reschedules: { lesson: 'lessonconfirmed', start: '2026-11-26T02:00:00Z' },
    cancellations: { lesson: 'lessonconfirmed', reason: 'x' },
    waivers: { lesson: charged.id, reason: 'x' },
    arrivals: { lesson: 'lessonsoon00000' },
    no_shows: { lesson: 'lessonmissing00', text: 'x' },
    no_show_contests: { noShow: 'freshnoshow0000', text: 'x' },
    no_show_decisions: { contest: 'freshcontest000', missing: 'learner', reason: 'x' },
    lesson_starts: { lesson: 'lessonstarting0', code: '1234', pdlSeen: true },
    lesson_logs: { lesson: 'lessonrunning00', notes: 'x', skills: [] },
    lesson_confirmations: { lesson: 'lessondone00000' },
    package_offers: { instructor, minutes: 600, discountPercent: 5, active: true },
    package_purchases: { instructor, minutes: 300 },
    package_refunds: { packagePurchase: 'freshpackage000' },
    payments: { lesson: 'lessonheld00000', method: 'card', cardNumber: '4242424242424242' },
    payouts: { instructor: people.other },
    reviews: { lesson: 'lessonclaimed00', rating: 4, text: 'x' },
    review_replies: { review: 'freshreview0000', text: 'x' },
    review_reports: { review: 'freshreview0000', reason: 'x' },
    review_decisions: { review: 'freshreview0000', outcome: 'kept', reason: 'x' },
    claims: { lesson: 'lessonreviewed0', kind: 'safety', text: 'x' },
    claim_statements: { claim: ids.claims, text: 'x' },
    claim_decisions: { claim: 'freshclaim00000', outcome: 'none', reason: 'x' },
    push_subscriptions: { endpoint: `${pushOrigin}/a`, ...pushKeys },
    conversations: { instructor },
    messages: { conversation: ids.conversations, text: 'x' },
    support_requests: { category: 'other', subject: 'Lost', text: 'x' },
    saved_answers: { title: 'Refunds', text: 'They take five days.' },
    support_joins: { request: ids.support_requests, kind: 'lesson', record: 'lessonlater0000' },
    support_messages: { request: ids.support_requests, text: 'x' },
    own_learners: { instructor, name: 'x' },
    own_payments: { ownLearner: ids.own_learners, amountCents: 100, method: 'cash', paidOn: '2026-11-20' },
    student_notes: { instructor, learner: people.candidate, text: 'x' },
    hand_overs: { learner: people.learner, fromInstructor: instructor, toInstructor: people.other, note: 'x' },
    reliability_pardons: { instructor, reason: 'x' },
    report_schedules: { name: 'x', type: 'analytics', every: 'week' },
    broadcasts: { title: 'Rain', message: 'Lessons go on.', audience: 'learners', kind: 'news' },
    reports: { name: 'x', type: 'analytics', from: '2026-10-01', to: '2026-10-31' },
    saved_instructors: { instructor },
    test_fees: { kind: 'licence', cents: 100, effectiveFrom: '2027-01-01' },
    pickup_advice: { area: 'Bedok', kind: 'meet', text: 'x', weekdays: [1], startMinute: 420, endMinute: 600 },
    policies: { effectiveFrom: '2027-07-01T00:00:00Z', values: { holdMinutes: 20 } },
    waitlist_entries: { licenceClass: '3A', areas: [], windows: [] },
  };
}
