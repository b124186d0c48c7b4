import { expect, test } from 'vitest';
import { balancesOf, bookWithPackage, makeSeller, type Person } from '#support/packages.ts';
import { makeInstructor, makePerson } from '#support/start-app.ts';
import { startStripeBooks } from '#support/stripe-books.ts';

const { app, stripe, tell, refundThere, agree } = startStripeBooks();

/** A payment by card that arrives at Stripe. */
async function paidByCard(learner: Person, of: object) {
  const { id: payment } = await learner.collection('payments').create({ ...of, method: 'card' });
  const intent = stripe()
    .made('payment_intents')
    .find(({ metadata }) => (metadata as Record<string, string>).payment === payment);
  if (!intent) throw new Error('Nothing was asked of Stripe.');
  Object.assign(intent, { status: 'succeeded', latest_charge: { id: `ch_${intent.id}`, balance_transaction: null } });
  await tell('payment_intent.succeeded', intent);
  return { payment, intent };
}

/** Five hours for S$320.10 by card, an hour of which is S$64.02, with an instructor whose fee is 10 %. */
async function bought() {
  const [teacher, learner, admin] = await Promise.all([
    makeSeller(app()),
    makePerson(app()),
    makePerson(app(), { role: 'admin' }),
  ]);
  const { id } = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
  const { payment, intent } = await paidByCard(learner, { packagePurchase: id });
  return { teacher, learner, admin, id, payment, intent };
}
type Scene = Awaited<ReturnType<typeof bought>> & { lessons: string[]; dispute?: object };

const moved = (amount: number) => ({ amount, currency: 'sgd', fee: amount < 0 ? 2000 : 0, net: 0 });

/** Nobody does anything until an instant; who was signed in is so again. */
async function until(scene: Scene, instant: string) {
  app().clock.set(instant);
  await app().app.sweepers.runDue();
  await app().root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
  for (const person of [scene.learner, scene.admin, scene.teacher.client])
    await person.collection('users').authWithPassword(`${person.id}@kerbside.example`, 'learner-password');
}

const book =
  (start: string, minutes = 60) =>
  async (scene: Scene) => {
    scene.lessons.push((await bookWithPackage(scene.learner, scene.teacher, start, minutes)).lesson.id);
  };
const disputed = (amount: number) => async (scene: Scene) => {
  scene.dispute = stripe().put('disputes', {
    object: 'dispute',
    ...{ amount, status: 'needs_response', balance_transactions: [moved(-amount)], payment_intent: scene.intent.id },
    ...{ charge: `ch_${scene.intent.id}`, evidence_details: { due_by: 1_798_000_000 } },
  });
  await tell('charge.dispute.created', scene.dispute);
};
const lost = ({ dispute = {} }: Scene) => tell('charge.dispute.closed', Object.assign(dispute, { status: 'lost' }));
const won = ({ dispute = {} }: Scene) => {
  const { amount } = dispute as { amount: number };
  const back = { status: 'won', balance_transactions: [moved(-amount), moved(amount)] };
  return tell('charge.dispute.closed', Object.assign(dispute, back));
};
const madeThere =
  (cents: number) =>
  ({ intent }: Scene) =>
    tell('refund.created', refundThere(intent, cents));
const cancel = ({ learner, lessons }: Scene) => learner.collection('cancellations').create({ lesson: lessons.at(-1) });
/** What is due was asked of Stripe: before that a part of it would cover the bank. */
const sent = ({ learner }: Scene) =>
  expect.poll(() => learner.collection('refunds').getFullList({ filter: `status = 'due'` })).toEqual([]);
const ask = async (scene: Scene) => {
  await scene.learner.collection('package_refunds').create({ packagePurchase: scene.id });
  await sent(scene);
};
const taught = (scene: Scene) => until(scene, '2026-11-23T03:00:00Z');
const later = (scene: Scene) => until(scene, '2026-11-24T03:00:00Z');
const claim = async ({ learner, admin, lessons }: Scene, outcome: string) => {
  const lesson = lessons.at(-1);
  const made = await learner.collection('claims').create({ lesson, kind: 'quality', text: 'The car broke down.' });
  await admin.collection('claim_decisions').create({ claim: made.id, outcome, reason: 'We talked to both.' });
};
const claimedBack = (scene: Scene) => claim(scene, 'full');
const claimedAsCredit = (scene: Scene) => claim(scene, 'credit');
const suspended = async (scene: Scene) => {
  await app().root.collection('instructors').update(scene.teacher.id, { status: 'suspended' });
  await later(scene);
};
const handedOver = async (scene: Scene) => {
  const { learner, teacher } = scene;
  const next = await makeInstructor(app());
  const parts = { learner: learner.id, fromInstructor: teacher.id, toInstructor: next.id };
  const { id } = await teacher.client.collection('hand_overs').create(parts);
  await learner.collection('hand_overs').update(id, { status: 'agreed' });
  await next.client.collection('hand_overs').update(id, { status: 'agreed' });
  await sent(scene);
};

const early = book('2026-11-22T01:00:00Z');
const ahead = book('2026-11-27T01:00:00Z');
const allFive = async (scene: Scene) => {
  for (const hour of [1, 3, 5, 7, 9]) await book(`2026-11-22T0${hour}:00:00Z`)(scene);
};
const lateOn = (scene: Scene) => until(scene, '2026-11-26T23:00:00Z');

type Step = (scene: Scene) => Promise<unknown>;
/** What everybody has in the end: the learner as credit and on the way to the card, the instructor, and what the bank’s taking cost the platform. */
type Ends = { credit?: number; refunds?: number; payable?: number; bears?: number };
const scenes: Array<[name: string, steps: Step[], ends: Ends]> = [
  [
    '[26.40] given, won, and given back',
    [early, taught, disputed(32010), won, claimedBack],
    { credit: 25608, refunds: 6402 },
  ],
  [
    '[26.40] all given, lost, one given back, and won later',
    [allFive, taught, disputed(32010), lost, claimedBack, later, won],
    { credit: 6402, payable: 23048 },
  ],
  [
    '[26.40] all given, lost, one given as credit',
    [allFive, taught, disputed(32010), lost, claimedAsCredit, later],
    { payable: 23048, bears: 25608 },
  ],
  [
    '[26.40] all given, a part lost, one given back',
    [allFive, taught, disputed(5000), lost, claimedBack, later],
    { payable: 23048, refunds: 1402 },
  ],
  // S$66.00 of a used hour are kept of S$320.10.
  ['ended by its learner, the rest won', [ahead, ask, disputed(6600), won], { refunds: 25410, credit: 6600 }],
  ['ended by its learner, a part of the rest lost', [ahead, ask, disputed(3000), lost], { refunds: 29010 }],
  [
    'given, ended by its learner, the rest lost',
    [early, later, ask, disputed(6600), lost],
    { refunds: 25410, payable: 5940, bears: 6600 },
  ],
  ['instructor gone meanwhile', [early, taught, disputed(32010), suspended, claimedBack, lost], {}],
  [
    'handed over before',
    [early, later, handedOver, disputed(6402), lost],
    { refunds: 25608, payable: 5762, bears: 6402 },
  ],
  ['handed over meanwhile', [early, later, disputed(32010), handedOver, won], { credit: 25608, payable: 5762 }],
  [
    'given, a part refunded at Stripe, the rest lost, given back',
    [early, taught, madeThere(10000), disputed(22010), lost, claimedBack],
    { refunds: 10000 },
  ],
  ['[26.41] won, then refunded at Stripe', [disputed(32010), won, madeThere(32010)], { refunds: 32010 }],
  ['[26.41] a lesson’s mercy pass was credit, lost', [ahead, lateOn, cancel, disputed(32010), lost], { payable: 640 }],
  [
    '[26.41] a lesson’s mercy pass was credit, won',
    [ahead, lateOn, cancel, disputed(32010), won],
    { payable: 640, credit: 32010 },
  ],
];

test.each(scenes)('of a package a bank takes the payment back: %s', async (_, steps, ends) => {
  const scene: Scene = { ...(await bought()), lessons: [] };
  const [costs = 0] = await balancesOf(app(), 'provider_costs');
  for (const step of steps) {
    await step(scene);
    await agree();
  }
  const accounts = [`learner_credit:${scene.learner.id}`, `instructor_payable:${scene.teacher.id}`, 'provider_costs'];
  const [credit, payable, bears = 0] = await balancesOf(app(), ...accounts);
  const refunds = (
    await scene.learner.collection('refunds').getFullList({ filter: `payment = '${scene.payment}'` })
  ).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const had = { credit, payable, refunds, bears: costs - bears - 2000 };
  expect(had).toEqual({ credit: 0, payable: 0, refunds: 0, bears: 0, ...ends });
});

test('[26.46] what was bought with credit that a payment had become is called off where a bank takes the payment back', async () => {
  const dear = await makeInstructor(app(), { hourlyCents: 45_000 });
  const [seller, given, later] = await Promise.all([makeSeller(app()), makeInstructor(app()), makeInstructor(app())]);
  const learner = await makePerson(app());
  const holding = async (instructor: string, start: string) =>
    (await learner.collection('lessons').create({ instructor, start, durationMinutes: 60 })).id;
  const lesson = await holding(dear.id, '2026-11-27T01:00:00Z');
  const { intent } = await paidByCard(learner, { lesson });
  await learner.collection('cancellations').create({ lesson, refundTo: 'credit' });
  const byCredit = (of: object) => learner.collection('payments').create({ ...of, method: 'credit' });
  // S$450.00 of credit: S$66.00 for a lesson that is given, S$320.10 for a package with a lesson ahead, and S$63.90 of another lesson ahead.
  const begun = await holding(given.id, '2026-11-21T03:00:00Z');
  await byCredit({ lesson: begun });
  const order = await learner.collection('package_purchases').create({ instructor: seller.id, minutes: 300 });
  await byCredit({ packagePurchase: order.id });
  const drawn = (await bookWithPackage(learner, seller, '2026-11-27T03:00:00Z', 60)).lesson.id;
  const ahead = await holding(later.id, '2026-11-27T06:00:00Z');
  await byCredit({ lesson: ahead });
  await paidByCard(learner, { lesson: ahead });
  app().clock.set('2026-11-21T03:10:00Z');
  const dispute = stripe().put('disputes', {
    object: 'dispute',
    ...{ amount: 45_000, status: 'needs_response', balance_transactions: [moved(-45_000)] },
    ...{ payment_intent: intent.id, charge: `ch_${intent.id}`, evidence_details: { due_by: 1_798_000_000 } },
  });
  const [costs = 0] = await balancesOf(app(), 'provider_costs');
  const told = () => Promise.all([1, 2].map(() => tell('charge.dispute.created', dispute)));
  expect([await told(), await told()]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  const stateOf = async (id: string) => (await learner.collection('lessons').getOne(id)).status;
  expect(await Promise.all([begun, drawn, ahead].map(stateOf))).toEqual([
    'confirmed',
    'cancelled_by_learner',
    'cancelled_by_learner',
  ]);
  expect((await learner.collection('package_purchases').getOne(order.id)).status).toBe('refunded');
  const [credit, bears = 0] = await balancesOf(app(), `learner_credit:${learner.id}`, 'provider_costs');
  // The bank took S$450.00; the lesson that began costs the platform S$66.00 of it.
  expect([credit, costs - bears - 2000]).toEqual([0, 6600]);
  const titles = async (who: typeof learner) =>
    (await who.collection('notifications').getFullList({ filter: `title = 'Package ended'` })).length;
  expect([await titles(learner), await titles(seller.client)]).toEqual([1, 1]);
  await agree();
  const back = { status: 'won', balance_transactions: [moved(-45_000), moved(45_000)] };
  await tell('charge.dispute.closed', Object.assign(dispute, back));
  expect((await balancesOf(app(), `learner_credit:${learner.id}`))[0]).toBe(38_400);
  await agree();
});
