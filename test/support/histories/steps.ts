import fc from 'fast-check';

const said = <Kind extends string>(kind: Kind) => fc.constant(kind);
/** Which one of those that fit; most of the time one of which it can be said. */
const nth = fc.nat(40);
const side = fc.constantFrom('learner', 'teacher');
const learner = fc.nat(2);
const teacher = fc.nat(2);

const book = fc.record({
  kind: said('book'),
  learner,
  teacher,
  hours: fc.integer({ min: 1, max: 90 }),
  weeks: fc.constantFrom(1, 1, 1, 1, 3),
  paidBy: fc.constantFrom(
    'card',
    'card',
    'card',
    'paynow',
    'late_paynow',
    'declined',
    'extra_step',
    'credit',
    'nothing',
  ),
  isAccepted: fc.boolean(),
});

const aboutLessons = [
  fc.record({ kind: said('pay'), nth }),
  fc.record({
    kind: said('cancel'),
    nth,
    by: fc.constantFrom('learner', 'learner', 'teacher', 'admin'),
    isCreditWanted: fc.boolean(),
  }),
  fc.record({ kind: said('waive'), nth, by: fc.constantFrom('teacher', 'admin') }),
  fc.record({
    kind: said('move'),
    nth,
    by: side,
    hours: fc.integer({ min: 1, max: 90 }),
    answer: fc.constantFrom('accepted', 'refused', 'none'),
  }),
  fc.record({
    kind: said('teach'),
    nth,
    lateMinutes: fc.constantFrom(undefined, 0, 10),
    isConfirmed: fc.boolean(),
    reviews: fc.constantFrom(0, 1, 2),
  }),
  fc.record({
    kind: said('miss'),
    nth,
    by: side,
    decided: fc.constantFrom('uncontested', 'learner', 'instructor', 'undecided'),
  }),
  fc.record({
    kind: said('claim'),
    nth,
    about: fc.constantFrom('first_lesson', 'quality', 'safety', 'identity'),
    outcome: fc.constantFrom('none', 'part', 'full', 'credit', 'replacement', 'withdrawn', 'open'),
  }),
] as const;

const aboutMoney = [
  fc.record({ kind: said('package'), learner, teacher, minutes: fc.constantFrom(300, 600), isGivenBack: fc.boolean() }),
  fc.record({ kind: said('end_package'), nth }),
  fc.record({
    kind: said('dispute'),
    nth,
    isPart: fc.boolean(),
    outcome: fc.constantFrom('open', 'won', 'lost'),
  }),
  fc.record({ kind: said('end_dispute'), nth, isWon: fc.boolean() }),
  fc.record({ kind: said('refund_news'), nth, isPaid: fc.boolean() }),
  fc.record({ kind: said('refund_by_hand'), nth }),
  fc.record({ kind: said('payout_returned'), nth }),
  fc.record({ kind: said('payout_again'), nth }),
  fc.record({ kind: said('payout_by_hand'), nth }),
] as const;

const others = [
  fc.record({ kind: said('queue'), learner, teacher }),
  fc.record({ kind: said('take'), nth }),
  fc.record({ kind: said('leave'), person: fc.nat(5) }),
  fc.record({
    kind: said('hand_over'),
    nth,
    by: side,
    answer: fc.constantFrom('agreed', 'agreed', 'refused', 'none'),
  }),
  fc.record({
    kind: said('guest'),
    learner,
    teacher,
    hours: fc.integer({ min: 1, max: 90 }),
    ends: fc.constantFrom('paid', 'paid', 'claimed', 'released', 'forgotten', 'late'),
  }),
  fc.record({ kind: said('policy') }),
] as const;

const wait = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: said('wait'), minutes: fc.integer({ min: 5, max: 6000 }) }) },
  // So long that a package ends, with all that is due meanwhile.
  { weight: 1, arbitrary: fc.record({ kind: said('wait'), minutes: fc.constant(370 * 1440) }) },
);

/** What happens next. What cannot happen now is asked all the same, and refused. */
export const what = fc.oneof(
  { weight: 10, arbitrary: book },
  { weight: 10, arbitrary: fc.oneof(...aboutLessons) },
  { weight: 8, arbitrary: fc.oneof(...aboutMoney) },
  { weight: 5, arbitrary: fc.oneof(...others) },
  { weight: 1, arbitrary: wait },
  { weight: 2, arbitrary: fc.constant({ kind: 'pay_day' as const }) },
);

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer T> ? T : never;

export type What = Of<typeof what>;
export type Kind = What['kind'];
export type Some<K extends Kind> = Extract<What, { kind: K }>;

/** What a history begins with, so that there is something that the others can be about. */
export const firstStep: Some<'book'> = {
  ...{ kind: 'book', learner: 0, teacher: 0, hours: 30, weeks: 1, paidBy: 'card', isAccepted: true },
};
