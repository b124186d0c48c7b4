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

test('[12.2] one column of amounts with a sign', () => {
  const csv = 'Date,Description,Amount\n2026-11-18,Out,-5.00\n2026-11-18,In,7.5\n';
  expect(readBankCsv(csv).lines).toMatchObject([{ line: 3, amountCents: 750, text: 'In' }]);
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
