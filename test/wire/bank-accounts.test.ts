import { expect, test } from 'vitest';
import { compareWithBank } from '#marketplace/money/outside/compare-outside.ts';
import { send, startOnOperatorsAccount } from '#support/operators-account.ts';
import { makePerson, refusalOf, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: Awaited<ReturnType<typeof makePerson>>;
const { importing, linesOf } = startOnOperatorsAccount((started, made) => {
  app = started;
  admin = made;
});

/** A statement in each form: its account, day, text and balances. */
const csv = (account: string, day: number, text: string) =>
  `Account Number,${account}\nDate,Description,Debit,Credit\n${day} Nov 2026,${text},,12.00`;
const mt940 = (account: string, day: number, text: string, [from, to]: [string, string] = ['100,00', '112,00']) =>
  `:20:S1\n:25:${account}\n:60F:C2611${day}SGD${from}\n:61:2611${day}11${day}C12,00NTRFNONREF//FT1\n:86:${text}\n:62F:C2611${day}SGD${to}\n`;

const accounts = async () =>
  (await app.db.query<{ account: string }>('select account from bank_statements order by id')).map(
    ({ account }) => account,
  );

test('[26.34] a statement of another account than before is asked about, with both numbers, and nothing of it is booked', async () => {
  expect(await importing(csv('072-123456-7', 18, 'FIRST'))).toMatchObject({ added: 1 });
  // The same account with the bank's code before it, with its first digits hidden, and a file that names none.
  await importing(mt940('DBSSSGSGXXX/00721234567', 19, 'SECOND'));
  await importing(csv('XXX-XX3456-7', 20, 'THIRD').replace('Number', 'No.'));
  const unsaid = 'Date,Description,Debit,Credit\n20 Nov 2026,FOURTH,,12.00';
  await send(admin, 'bank/import', { csv: unsaid, isSameAccount: true });
  expect(await accounts()).toEqual(['0721234567', '00721234567', '34567', '']);
  const other = csv('072-999999-8', 21, 'OF ANOTHER');
  const preview = await send(admin, 'bank/preview', { csv: other });
  expect(preview).toMatchObject({ otherAccount: { of: '9998', before: '4567' } });
  const refused = await refusalOf(importing(other));
  expect([refused.status, refused.data.csv?.code]).toEqual([400, 'other_account']);
  expect(refused.data.csv?.message).toMatch(/9998.*4567/);
  expect(await linesOf(`text ~ 'OF ANOTHER'`)).toEqual([]);
  const stranger = await makePerson(app);
  expect((await refusalOf(send(stranger, 'bank/import', { csv: other, isNewAccount: true }))).status).toBe(403);
  // Somebody decides that the bank was changed; both are known from then on.
  expect(await send(admin, 'bank/import', { csv: other, isNewAccount: true })).toMatchObject({ added: 1 });
  const [trail] = await app.db.query(
    `select actor, after from audit_entries where collection = 'bank_lines' and action = 'import' order by id desc limit 1`,
  );
  expect(trail).toMatchObject({ actor: admin.id, after: { newAccount: '9998', accountBefore: '4567' } });
  expect(await importing(csv('072-999999-8', 22, 'NEXT'))).toMatchObject({ added: 1 });
  expect(await importing(csv('072-123456-7', 22, 'LAST OF OLD'))).toMatchObject({ added: 1 });
  expect((await send(admin, 'bank/preview', { csv: csv('072-999999-8', 22, 'NEXT') })).otherAccount).toBeUndefined();
});

test('[26.34] balances of the old account and the new one need not meet', async () => {
  await app.db.query('delete from bank_statements');
  await importing(mt940('0721234567', 18, 'OLD ONE'));
  const next = mt940('0729999998', 19, 'NEW ONE', ['5,00', '17,00']);
  await send(admin, 'bank/import', { csv: next, isNewAccount: true });
  const gaps = async () => (await compareWithBank(app.db, Date.parse('2026-11-20T10:00:00+08:00')))?.gaps;
  expect(await gaps()).toEqual([]);
  await app.db.query(`update bank_statements set account = ''`);
  expect(await gaps()).toEqual([{ from: '2026-11-18', to: '2026-11-19' }]);
});

test('[26.52] a statement that names no account is asked about where one before did, and nothing of it is booked', async () => {
  await app.db.query('delete from bank_statements');
  const unsaid = (text: string) => `Date,Description,Debit,Credit\n24 Nov 2026,${text},,12.00`;
  // Nobody could say which it would be.
  expect(await importing(unsaid('BEFORE'))).toMatchObject({ added: 1 });
  await importing(csv('072-123456-7', 24, 'WITH ITS NUMBER'));
  const file = unsaid('AFTERWARDS');
  const preview = await send(admin, 'bank/preview', { csv: file });
  expect([preview.unsaidAccount, preview.otherAccount]).toEqual([{ before: '4567' }, undefined]);
  const refused = await refusalOf(importing(file));
  expect([refused.status, refused.data.csv?.code]).toEqual([400, 'unsaid_account']);
  expect((await refusalOf(send(admin, 'bank/import', { csv: file, isNewAccount: true }))).status).toBe(400);
  expect(await linesOf(`text ~ 'AFTERWARDS'`)).toEqual([]);
  expect(await send(admin, 'bank/import', { csv: file, isSameAccount: true })).toMatchObject({ added: 1 });
  const [trail] = await app.db.query(
    `select after from audit_entries where collection = 'bank_lines' and action = 'import' order by id desc limit 1`,
  );
  expect(trail?.after).toMatchObject({ accountBefore: '4567' });
  // That it is the same one says nothing of a file that names another.
  const other = { csv: csv('072-999999-8', 25, 'OF ANOTHER AGAIN'), isSameAccount: true };
  expect((await refusalOf(send(admin, 'bank/import', other))).data.csv?.code).toBe('other_account');
});
