import { makeInstructor, makePerson, refusalOf, type Teacher, type TestApp } from './start-app.ts';

export type Person = Awaited<ReturnType<typeof makePerson>>;
export type Scene = { teacher: Teacher; learner: Person; admin: Person; lesson: string; price: number };

/** What tests of claims do and read, on the app that `appOf` answers. */
export function claimsOn(appOf: () => TestApp) {
  /** A paid lesson, of S$66.00 unless told, that was given and ended at 09:00; it is 10:00 on Saturday, 21 November, in Singapore. */
  async function given(more: Partial<Scene> & { status?: string; start?: string } = {}): Promise<Scene> {
    const app = appOf();
    app.clock.set('2026-11-21T10:00:00+08:00');
    // Sessions that ended while the clock stood days ahead are gone.
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const { start = '2026-11-21T08:00:00+08:00', status = 'completed', price = 6600 } = more;
    const teacher = more.teacher ?? (await makeInstructor(app));
    const learner = more.learner ?? (await makePerson(app));
    const admin = more.admin ?? (await makePerson(app, { role: 'admin' }));
    const { id } = await app.root.collection('lessons').create({
      instructor: teacher.id,
      learner: learner.id,
      start,
      durationMinutes: 60,
      priceCents: price,
      status,
    });
    await app.root.collection('payments').create({
      lesson: id,
      learner: learner.id,
      method: 'card',
      amountCents: price,
      status: 'succeeded',
    });
    return { teacher, learner, admin, lesson: id, price };
  }

  const claim = ({ learner, lesson }: Scene, kind: string, more: Record<string, unknown> = {}) =>
    learner.collection('claims').create({ lesson, kind, text: 'The car broke down.', ...more });
  const decide = ({ admin }: Scene, id: string, outcome: string, more: Record<string, unknown> = {}) =>
    admin.collection('claim_decisions').create({ claim: id, outcome, reason: 'We talked to both.', ...more });
  const codesOf = async (call: Promise<unknown>) =>
    Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);
  const statusOf = async ({ lesson }: Scene) =>
    (await appOf().db.query<{ status: string }>('select status from lessons where id = $1', [lesson]))[0]?.status;
  const balances = async ({ teacher, learner, lesson }: Scene) => {
    const names = [`held:${lesson}`, `instructor_payable:${teacher.id}`, `learner_credit:${learner.id}`, 'goodwill'];
    const rows = await appOf().db.query<{ account: string; cents: number }>(
      `select e.account, sum(e."amountCents")::int as cents from ledger_entries e
       join ledger_transactions t on t.id = e.transaction where t.lesson = $1 and e.account = any ($2) group by 1`,
      [lesson, names],
    );
    const of = (name: string) => rows.find(({ account }) => account === name)?.cents ?? 0;
    const [row] = await appOf().db.query<{ cents: number }>(
      `select coalesce(sum(r."amountCents"), 0)::int as cents from refunds r join payments p on p.id = r.payment where p._lesson = $1`,
      [lesson],
    );
    const [held, payable, credit, goodwill] = names.map(of);
    return {
      held: 0 - (held ?? 0),
      payable: 0 - (payable ?? 0),
      credit: 0 - (credit ?? 0),
      goodwill,
      refunded: row?.cents,
    };
  };
  return { given, claim, decide, codesOf, statusOf, balances };
}
