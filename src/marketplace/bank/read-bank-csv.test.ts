import { expect, test } from 'vitest';
import { readBankCsv } from './read-bank-csv.ts';

test('[12.2] a statement of DBS', () => {
  const csv = `Account Details For:,DBS Business Multi-Currency 072-1234567\r
Statement as at:,22 Nov 2026\r
\r
Transaction Date,Value Date,Transaction Description 1,Transaction Description 2,Debit,Credit,Running Balance\r
20-Nov-2026,20-Nov-2026,FAST PAYMENT,RENT,"1,200.00",,"8,800.00"\r
21-Nov-2026,21-Nov-2026,INCOMING PAYNOW,"KB2345 6789AB, TAN MEI LING",,"1,066.00","9,866.00"\r
`;
  expect(readBankCsv(csv)).toEqual({
    lines: [
      {
        line: 6,
        date: '2026-11-21',
        amountCents: 106600,
        text: 'INCOMING PAYNOW KB2345 6789AB, TAN MEI LING',
        balanceCents: 986600,
      },
    ],
    faults: [],
  });
});

test('[12.2] a statement of OCBC, where a text goes on in the next line', () => {
  const csv = `\uFEFFAccount details for:,501-123456-001
Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)
18/11/2026,18/11/2026,FUND TRANSFER,,66.00
,,via PayNow: OTHR KB23456789AB
19/11/2026,19/11/2026,CASH REBATE,5.00,
,,of something
`;
  expect(readBankCsv(csv).lines).toEqual([
    { line: 3, date: '2026-11-18', amountCents: 6600, text: 'FUND TRANSFER via PayNow: OTHR KB23456789AB' },
  ]);
});

test('[12.2] a statement of UOB, with times and a total below', () => {
  const csv = `United Overseas Bank Limited.
Company / Account,KERBSIDE
Transaction Date,Transaction Time,Transaction Description,Withdrawal,Deposit,Available Balance
18 Nov 2026,09:12:33 AM,PAYNOW-FAST KB23456789AB,0.00,66.00,166.00
Total,,,0.00,66.00,
`;
  const { lines, faults } = readBankCsv(csv);
  expect(lines).toMatchObject([{ line: 4, date: '2026-11-18', amountCents: 6600 }]);
  expect(faults).toEqual([]);
});

test('[26.2] one column of amounts is read when balances, marks or a column of sides prove its signs, and refused else', () => {
  const head = 'Date,Description,Amount';
  const read = (csv: string) => readBankCsv(csv);
  expect(read(`${head}\n2026-11-18,Out,-5.00\n2026-11-18,In,7.5\n`).faults).toEqual([
    { line: 1, code: 'unproven_sign' },
  ]);
  const incoming = [{ line: 3, amountCents: 750, text: 'In' }];
  const balanced = `${head},Balance\n2026-11-18,Out,-5.00,95.00\n2026-11-18,In,7.5,102.50\n`;
  expect(read(balanced)).toMatchObject({ lines: incoming, faults: [] });
  expect(read(`${head}\n2026-11-18,Out,5.00 DR\n2026-11-18,In,7.50 CR\n`)).toMatchObject({
    lines: incoming,
    faults: [],
  });
  for (const [name, out, into] of [
    ['D/C', 'D', 'C'],
    ['DR/CR', 'DR', 'CR'],
    ['Type', 'DR', 'CR'],
    ['Debit/Credit', 'Debit', 'Credit'],
  ]) {
    const csv = `${head},${name}\n2026-11-18,Out,5.00,${out}\n2026-11-18,In,7.5,${into}\n`;
    expect(read(csv), name).toMatchObject({ lines: incoming, faults: [] });
  }
  const unclear = `${head},D/C\n2026-11-18,Out,5.00,\n2026-11-18,In,-7.5,C\n`;
  expect(read(unclear).faults).toEqual([
    { line: 2, code: 'wrong_side' },
    { line: 3, code: 'wrong_side' },
  ]);
});

test('[26.1] a currency other than SGD is refused, however the file states it', () => {
  const foreign = [
    'Date,Description,Currency,Debit,Credit\n2026-11-18,KB23456789AB,IDR,,66.00\n',
    'Date,Description,Currency,Debit,Credit\n2026-11-18,KB23456789AB,,,66.00\n',
    'Date,Description,Withdrawals (USD),Deposits (USD)\n2026-11-18,KB23456789AB,,66.00\n',
    'Account Currency,USD\nDate,Description,Debit,Credit\n2026-11-18,KB23456789AB,,66.00\n',
  ];
  for (const csv of foreign) expect(readBankCsv(csv).faults, csv).toMatchObject([{ code: 'wrong_currency' }]);
  const own = 'Currency: SGD\nDate,Description,Ccy,Debit,Credit\n2026-11-18,KB23456789AB,SGD,,66.00\n';
  expect(readBankCsv(own)).toMatchObject({ lines: [{ amountCents: 6600 }], faults: [] });
});

test('[26.2] every amount leads to its balance, the oldest line first or the newest', () => {
  const head = 'Date,Description,Debit,Credit,Balance';
  const lines = ['2026-11-18,A,,10.00,110.00', '2026-11-18,B,30.00,,80.00', '2026-11-19,C,,5.00,85.00'];
  const faultsOf = (some: string[]) => readBankCsv([head, ...some].join('\n')).faults;
  expect(faultsOf(lines)).toEqual([]);
  expect(faultsOf(lines.toReversed())).toEqual([]);
  expect(faultsOf([lines[0] ?? '', lines[2] ?? ''])).toEqual([{ line: 3, code: 'wrong_balance' }]);
  const swapped = lines.with(1, '2026-11-18,B,,30.00,80.00');
  expect(faultsOf(swapped)).toEqual([{ line: 3, code: 'wrong_balance' }]);
});

test('[12.2] what can’t be read is said with its line', () => {
  expect(readBankCsv('one,two\n1,2\n').faults).toEqual([{ line: 1, code: 'no_head' }]);
  expect(readBankCsv('Date,Description,Deposit\n"broken').faults).toEqual([{ line: 1, code: 'not_csv' }]);
  const wrong = 'Date,Description,Deposit\n2026-02-30,A,1.00\n2026-02-01,B,1.0.0\n2026-02-01,,1.00\n';
  expect(readBankCsv(wrong).faults).toEqual([
    { line: 2, code: 'wrong_date' },
    { line: 3, code: 'wrong_amount' },
    { line: 4, code: 'no_text' },
  ]);
});

test('what is more than the books count, or is no letter, reaches nothing beyond the file', () => {
  const odd =
    'Date,Description,Deposit\n2026-02-01,A,21474836.48\n2026-02-01,B\u0000 C,21474836.47\n2026-02-01,\u0000,1.00\n';
  const { lines, faults } = readBankCsv(odd);
  expect(faults).toEqual([
    { line: 2, code: 'wrong_amount' },
    { line: 4, code: 'no_text' },
  ]);
  expect(lines[0]).toMatchObject({ text: 'B C', amountCents: 2_147_483_647 });
});
