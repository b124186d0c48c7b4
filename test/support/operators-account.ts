import { afterAll, beforeAll, beforeEach } from 'vitest';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from './start-app.ts';

type Person = Awaited<ReturnType<typeof makePerson>>;

const head =
  'Transaction Date,Value Date,Transaction Description 1,Transaction Description 2,Debit,Credit,Running Balance';

/** The operator's own account, where nobody else takes payments. */
const operatorsAccount = { uen: '202612345K', name: 'KERBSIDE', holdHours: 12 };

export const send = (who: Person, path: string, body: object = {}) =>
  who.send(`/api/marketplace/${path}`, { method: 'POST', body });

/** A bank's statement of 22 November 2026, in its columns (`statementHead`). */
export const statement = (...lines: readonly [amount: string, text: string][]) =>
  [head, ...lines.map(([amount, text]) => `22 Nov 2026,22 Nov 2026,INCOMING PAYNOW,${text},,"${amount}",`)].join('\n');
export const statementHead = head;

/**
 * Starts the app of a test file with that account, on a day and an hour that each test begins at; `keep` is given it and an admin of it. Answers what
 * such tests do and read.
 */
export function startOnOperatorsAccount(keep: (app: TestApp, admin: Person) => void) {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await startApp({ payNow: operatorsAccount });
    admin = await makePerson(app, { role: 'admin' });
    keep(app, admin);
  });
  beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
  afterAll(() => app.close());
  return onOperatorsAccount(
    () => app,
    () => admin,
  );
}

function onOperatorsAccount(appOf: () => TestApp, adminOf: () => Person) {
  let lessons = 0;

  /** A lesson of an hour for S$66.00 that is held, and the PayNow payment whose code its learner sees. */
  async function scene(start = '') {
    const [teacher, learner] = await Promise.all([makeInstructor(appOf()), makePerson(appOf())]);
    lessons += 1;
    const when = start || new Date(Date.parse('2026-11-25T01:00:00Z') + (lessons % 10) * 3_600_000).toISOString();
    const { id } = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: when, durationMinutes: 60 });
    const payment = await learner.collection('payments').create({ lesson: id, method: 'paynow' });
    const lesson = () => learner.collection('lessons').getOne(id);
    const declare = (of = payment.id) => send(learner, `payments/${of}/declare`);
    return { teacher, learner, id, payment, lesson, declare };
  }

  const balanceOf = async (account: string) => {
    const sum = 'select ledger_balance(a) as cents from ledger_accounts a where id = $1';
    return Number((await appOf().db.query(sum, [account]))[0]?.cents ?? 0);
  };
  return {
    scene,
    balanceOf,
    importing: (csv: string) => send(adminOf(), 'bank/import', { csv }),
    linesOf: (filter: string) => adminOf().collection('bank_lines').getFullList({ filter, sort: 'date' }),
    faults: async () => (await proveLedger(appOf().db)).faults,
    refundsOf: (of: Person) => of.collection('refunds').getFullList(),
  };
}
