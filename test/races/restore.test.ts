import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#engine/database/database.ts';
import { sealLedger } from '#marketplace/money/ledger/seal-ledger.ts';
import { findAuditFaults } from '#marketplace/platform/audit/find-audit-faults.ts';
import { refusalOf } from '#support/engine-server.ts';
import { rewriteZip } from '#support/rewrite-zip.ts';
import { ledgerFaults, makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const start = (hour: number) => new Date(Date.parse('2026-11-23T08:00:00+08:00') + hour * 3_600_000).toISOString();

async function bookAndPay(hours: number): Promise<void> {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  for (let hour = 0; hour < hours; hour++) {
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: start(hour), durationMinutes: 60 });
    await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  }
}

const restores = () => app.root.send('/api/backups/restores', { method: 'GET' });
const restore = async (name: string) => {
  await app.root.backups.restore(name);
  await app.app.engine.backups.done();
};
const countOf = async (table: string) => (await app.db.query(`select 1 from ${table}`)).length;

test('[11.9] [10.1.11] a backup whose ledger lacks an entry is refused; one that is whole is restored, and both stand written', async () => {
  await bookAndPay(3);
  await app.root.backups.create('books.zip');
  const token = await app.root.files.getToken();
  const whole = await (await fetch(app.root.backups.getDownloadURL(token, 'books.zip'))).bytes();
  const lines = (part: Buffer) => part.toString().trimEnd().split('\n');
  const lacking = await rewriteZip(whole, (name, part) =>
    name === 'database/ledger_entries' ? Buffer.from(`${lines(part).slice(0, -1).join('\n')}\n`) : part,
  );
  const dearer = await rewriteZip(whole, (name, part) =>
    name === 'database/ledger_accounts' ? Buffer.from(part.toString().replace(/\t(-?\d+)$/m, '\t$17')) : part,
  );
  const before = await countOf('ledger_entries');
  for (const [name, bytes, words] of [
    ['lacking.zip', lacking, 'sums to'],
    ['dearer.zip', dearer, 'differs from its entries'],
  ] as const) {
    await app.root.backups.upload({ file: new File([bytes], name) });
    const refusal = await refusalOf(app.root.backups.restore(name));
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining(words) });
    expect((await restores())[0]).toMatchObject({ backup: name, state: 'refused' });
  }
  expect(await countOf('ledger_entries')).toBe(before);
  await restore('books.zip');
  expect((await restores())[0]).toMatchObject({ backup: 'books.zip', state: 'done', by: 'root@kerbside.example' });
  const audited = await app.db.query(`select "actorName", record from audit_entries where collection = '_backups'`);
  expect(audited).toEqual([{ actorName: 'root@kerbside.example', record: 'books.zip' }]);
  await expect(app.db.query('update ledger_entries set "amountCents" = 0')).rejects.toThrow();
});

test('[11.9] a backup that says something else than the chains of the books and of the audit trail, or than its entries add up to, is refused', async () => {
  await bookAndPay(1);
  await app.root.collection('holidays').create({ date: '2029-02-01', name: 'Kite Day' });
  await sealLedger({ db: app.db });
  await bookAndPay(1);
  await app.root.backups.create('chains.zip');
  const token = await app.root.files.getToken();
  const whole = await (await fetch(app.root.backups.getDownloadURL(token, 'chains.zip'))).bytes();
  const changed = (table: string, change: (text: string) => string) =>
    rewriteZip(whole, (name, part) => (name === `database/${table}` ? Buffer.from(change(part.toString())) : part));
  const withoutFirst = (text: string) => text.slice(text.indexOf('\n') + 1);
  const withMore = (text: string) => text.replace(/\t(\d+)$/m, '\t$17');
  for (const [name, bytes, words] of [
    ['time.zip', await changed('ledger_transactions', (text) => text.replace('\t2026-', '\t2025-')), 'does not say'],
    ['link.zip', await changed('ledger_chain', withoutFirst), 'part of the chain'],
    ['said.zip', await changed('audit_entries', (text) => text.replace('Kite Day', 'Wind Day')), 'The audit trail'],
    ['left.zip', await changed('audit_entries', withoutFirst), 'entries are missing'],
    ['counts.zip', await changed('ledger_blocks', withMore), 'The count of entries'],
    ['days.zip', await changed('ledger_days', withMore), 'and the entries say'],
  ] as const) {
    await app.root.backups.upload({ file: new File([bytes], name) });
    const refusal = await refusalOf(app.root.backups.restore(name));
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining(words) });
  }
  // Where the money of a lesson is can only be asked once its rows are live: all is undone then.
  const given = await changed('lessons', (text) => text.replace(/\t(?:requested|confirmed)\t/, '\tclosed\t'));
  await app.root.backups.upload({ file: new File([given], 'given.zip') });
  await restore('given.zip');
  expect((await restores())[0]).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('are still held for it'),
  });
  await restore('chains.zip');
  expect((await restores())[0]).toMatchObject({ backup: 'chains.zip', state: 'done' });
  expect((await findAuditFaults(app.db)).faults).toEqual([]);
}, 240_000);

test('[11.8] restoring under load ends each time, makes no writer the victim of a deadlock, and answers nothing but 503', async () => {
  await bookAndPay(2);
  await app.root.backups.create('busy.zip');
  let isDone = false;
  // Writers that hear nothing of the pause, as a server whose listening connection is lost: two tables, in either order.
  const deaf = openDatabase({ connection: app.connection, maxConnections: 8 });
  const tables = ['users', 'notifications', 'ledger_accounts', 'instructors', 'lessons', 'payments'];
  const victims: string[] = [];
  const write = async (first: string, second: string) => {
    while (!isDone) {
      let tries = 0;
      await deaf.transaction(async (tx) => {
        if (tries++ > 0) victims.push(`${first} ${second}`);
        await tx.query(`update _params set updated = updated where id = '${first}'`);
        await tx.query(`lock table ${first} in row exclusive mode`);
        // Holds the first while the others, and the restoring, ask for theirs: to go round as fast as it can would take both cores instead.
        await tx.query(`select pg_sleep(0.02) from ${second} limit 1`);
        await tx.query(`lock table ${second} in row exclusive mode`);
      });
    }
  };
  const writers = tables.map((first, at) => write(first, tables[(at + 3) % 6]!));
  const statuses = new Set<number>();
  const ask = async () => {
    while (!isDone) {
      const answer = await fetch(`${app.url}/api/collections/instructors/records?perPage=1`);
      statuses.add(answer.status);
      await answer.bytes();
      await deaf.query('select pg_sleep(0.005)');
    }
  };
  const asking = [ask(), ask()];
  try {
    for (let round = 0; round < 3; round++) {
      await restore('busy.zip');
      expect((await restores())[0]).toMatchObject({ backup: 'busy.zip', state: 'done' });
    }
  } finally {
    isDone = true;
    await Promise.all([...writers, ...asking]);
    await deaf.close();
  }
  expect(victims).toEqual([]);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await ledgerFaults(app.db)).toEqual([]);
}, 240_000);
