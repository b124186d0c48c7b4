// Long because it is a table: a row for each kind of record.

/**
 * Who may see and change what, for every collection of the product: G a guest, L the learner whom it is about, S another learner, T the instructor
 * whom it is about, O another instructor, A an admin. `hidden` answers 404, as if it were not there; `closed` answers 403 whoever asks.
 */
export type RuleRow = {
  collection: string;
  record: string;
  seenBy: string;
  changedBy: string;
  /** A change that its owner may make. */
  change: Record<string, unknown>;
  deletedBy: string;
};

/** All roles, a letter each. */
export const everyone = 'GLSTOA';
/** One row a kind of record. */
export const ruleRows: RuleRow[] = [
  { collection: 'users', record: 'learner', seenBy: 'LA', changedBy: 'LA', change: { bio: 'x' }, deletedBy: 'LA' },
  {
    collection: 'instructors',
    record: 'listed',
    seenBy: everyone,
    changedBy: 'TA',
    change: { bio: 'x' },
    deletedBy: 'closed',
  },
  {
    collection: 'instructors',
    record: 'draft',
    seenBy: 'TA',
    changedBy: 'TA',
    change: { bio: 'x' },
    deletedBy: 'closed',
  },
  {
    collection: 'instructor_documents',
    record: 'document',
    seenBy: 'TA',
    changedBy: 'A',
    change: { reason: 'x' },
    deletedBy: 'closed',
  },
  {
    collection: 'availability_rules',
    record: 'rule',
    seenBy: 'TA',
    changedBy: 'TA',
    change: { endMinute: 1199 },
    deletedBy: 'TA',
  },
  {
    collection: 'availability_overrides',
    record: 'override',
    seenBy: 'TA',
    changedBy: 'TA',
    change: { windows: [] },
    deletedBy: 'TA',
  },
  {
    collection: 'time_off',
    record: 'timeOff',
    seenBy: 'TA',
    changedBy: 'TA',
    change: { reason: 'x' },
    deletedBy: 'TA',
  },
  {
    collection: 'holidays',
    record: 'holiday',
    seenBy: everyone,
    changedBy: 'A',
    change: { name: 'x' },
    deletedBy: 'A',
  },
  {
    collection: 'lessons',
    record: 'lesson',
    seenBy: 'LTA',
    changedBy: 'closed',
    change: { status: 'completed' },
    deletedBy: 'closed',
  },
  {
    collection: 'payments',
    record: 'payment',
    seenBy: 'LA',
    changedBy: 'closed',
    change: { status: 'refunded' },
    deletedBy: 'closed',
  },
  {
    collection: 'refunds',
    record: 'refund',
    seenBy: 'LA',
    changedBy: 'closed',
    change: { status: 'refunded' },
    deletedBy: 'closed',
  },
  {
    collection: 'lesson_moves',
    record: 'move',
    seenBy: 'LTA',
    changedBy: 'closed',
    change: { reason: 'x' },
    deletedBy: 'closed',
  },
  {
    collection: 'approvals',
    record: 'approval',
    seenBy: 'LTA',
    changedBy: 'closed',
    change: { reason: 'x' },
    deletedBy: 'closed',
  },
  {
    collection: 'lesson_starts',
    record: 'start',
    seenBy: 'LTA',
    changedBy: 'closed',
    change: { pdlSeen: false },
    deletedBy: 'closed',
  },
  {
    collection: 'lesson_logs',
    record: 'log',
    seenBy: 'LTA',
    changedBy: 'closed',
    change: { notes: 'x' },
    deletedBy: 'closed',
  },
  {
    collection: 'reviews',
    record: 'published',
    seenBy: everyone,
    changedBy: 'closed',
    change: { rating: 1 },
    deletedBy: 'closed',
  },
  {
    collection: 'reviews',
    record: 'blind',
    seenBy: 'LA',
    changedBy: 'closed',
    change: { rating: 1 },
    deletedBy: 'closed',
  },
  {
    collection: 'reports',
    record: 'report',
    seenBy: 'A',
    changedBy: 'closed',
    change: { status: 'ready' },
    deletedBy: 'A',
  },
  {
    collection: 'notifications',
    record: 'notification',
    seenBy: 'L',
    changedBy: 'L',
    change: { read: true },
    deletedBy: 'L',
  },
  {
    collection: 'conversations',
    record: 'conversation',
    seenBy: 'LT',
    changedBy: 'closed',
    change: { lastText: 'x' },
    deletedBy: 'closed',
  },
  {
    collection: 'messages',
    record: 'message',
    seenBy: 'LT',
    changedBy: 'closed',
    change: { text: 'x' },
    deletedBy: 'closed',
  },
  {
    collection: 'support_requests',
    record: 'request',
    seenBy: 'LA',
    changedBy: 'LA',
    change: { status: 'closed' },
    deletedBy: 'closed',
  },
  {
    collection: 'support_messages',
    record: 'answer',
    seenBy: 'LA',
    changedBy: 'closed',
    change: { text: 'x' },
    deletedBy: 'closed',
  },
  {
    collection: 'push_subscriptions',
    record: 'subscription',
    seenBy: 'L',
    changedBy: 'closed',
    change: { device: 'x' },
    deletedBy: 'L',
  },
  {
    collection: 'notification_preferences',
    record: 'preferences',
    seenBy: 'L',
    changedBy: 'L',
    change: { push: true },
    deletedBy: 'closed',
  },
  {
    collection: 'saved_instructors',
    record: 'saved',
    seenBy: 'L',
    changedBy: 'closed',
    change: { instructor: 'x' },
    deletedBy: 'L',
  },
  {
    collection: 'licence_roads',
    record: 'road',
    seenBy: 'LA',
    changedBy: 'L',
    change: { basicTheoryOn: '2026-10-01' },
    deletedBy: 'closed',
  },
  {
    collection: 'test_fees',
    record: 'fee',
    seenBy: everyone,
    changedBy: 'A',
    change: { cents: 4100 },
    deletedBy: 'A',
  },
  {
    collection: 'policies',
    record: 'policy',
    seenBy: everyone,
    changedBy: 'A',
    change: { effectiveFrom: '2030-01-01 00:00:00.000Z' },
    deletedBy: 'A',
  },
];
