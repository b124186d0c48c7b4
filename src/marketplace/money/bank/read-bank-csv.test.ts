import { expect, test } from 'vitest';
import { readBankCsv } from './read-bank-csv.ts';

const out = (line: number, date: string, amountCents: number, text: string) => ({ line, date, amountCents, text });

test('a statement of DBS', () => {
  const csv = `Account Details For:,DBS Business Multi-Currency 072-1234567\r
Statement as at:,22 Nov 2026\r
\r
Transaction Date,Value Date,Transaction Description 1,Transaction Description 2,Debit,Credit,Running Balance\r
20-Nov-2026,20-Nov-2026,FAST PAYMENT,RENT,"1,200.00",,"8,800.00"\r
21-Nov-2026,21-Nov-2026,INCOMING PAYNOW,"KB2345 6789AB, TAN MEI LING",,"1,066.00","9,866.00"\r
`;
  expect(readBankCsv(csv)).toEqual({
    account: '0721234567',
    lines: [
      {
        line: 6,
        date: '2026-11-21',
        amountCents: 106600,
        text: 'INCOMING PAYNOW KB2345 6789AB, TAN MEI LING',
        balanceCents: 986600,
      },
    ],
    outgoing: [{ ...out(5, '2026-11-20', 120_000, 'FAST PAYMENT RENT'), balanceCents: 880_000 }],
    faults: [],
  });
});

test('[26.2] a statement of DBS with its longer columns, where a line is not booked yet', () => {
  const csv = `Account Details For:,DBS Business Account 072-123456-7
Statement as at:,22 Nov 2026
Currency:,SGD - Singapore Dollar
Available Balance:,SGD 1000.00
Ledger Balance:,SGD 900.00
Transaction Date,Value Date,Statement Code,Description,Supplementary Code,Supplementary Code Description,Client Reference,Additional Reference,Status,Currency,Debit Amount,Credit Amount
21 Nov 2026,21 Nov 2026,ICT,PAYNOW TRANSFER,IBG,Payments,KB23456789AB,OTHR,Settled,SGD,,66.00
22 Nov 2026,22 Nov 2026,ICT,FAST PAYMENT,IBG,Payments,FT2611,OTHR,Settled,SGD,59.40,
22 Nov 2026,22 Nov 2026,ICT,PAYNOW TRANSFER,IBG,Payments,KB23456789AC,OTHR,Pending,SGD,,66.00
`;
  expect(readBankCsv(csv)).toEqual({
    account: '0721234567',
    lines: [out(7, '2026-11-21', 6600, 'ICT PAYNOW TRANSFER IBG Payments KB23456789AB OTHR')],
    outgoing: [out(8, '2026-11-22', 5940, 'ICT FAST PAYMENT IBG Payments FT2611 OTHR')],
    faults: [],
  });
});

test('[26.2] a statement of POSB and older ones of DBS, with three references', () => {
  const csv = `Account Details For:,POSB Current 012-34567-8
Transaction Date,Reference,Debit Amount,Credit Amount,Transaction Ref1,Transaction Ref2,Transaction Ref3
18 Nov 2026,ICT,, 66.00,PayNow Transfer,From: TAN MEI LING,OTHR KB23456789AB
19 Nov 2026,ICT, 59.40,,PayNow Transfer,To: LIM AH KOW,FT2612
`;
  expect(readBankCsv(csv)).toMatchObject({
    lines: [{ amountCents: 6600, text: 'ICT PayNow Transfer From: TAN MEI LING OTHR KB23456789AB' }],
    outgoing: [{ amountCents: 5940 }],
    faults: [],
  });
});

test('[26.2] a statement of Standard Chartered: a currency in each line, CR at the balances, the newest first', () => {
  const csv = `Account transactions from 18/11/2026 to 20/11/2026
Account Name,KERBSIDE
Account Number,01-2-345678-9
Currency,SGD
Current Balance,Available Balance
Date,Transaction,Currency,Deposit,Withdrawal,Running Balance,SGD Equivalent Balance
20/11/2026,FAST PAYMENT FT2613,SGD,,59.40,"1,006.60 CR","1,006.60 CR"
19/11/2026,PAYNOW KB23456789AB,SGD,66.00,,"1,066.00 CR","1,066.00 CR"
`;
  expect(readBankCsv(csv)).toMatchObject({
    lines: [{ date: '2026-11-19', amountCents: 6600, balanceCents: 106_600 }],
    outgoing: [{ date: '2026-11-20', amountCents: 5940 }],
    faults: [],
  });
  expect(readBankCsv(csv.replace('1,006.60 CR","1', '1,066.60 CR","1')).faults).toMatchObject([
    { code: 'wrong_balance' },
  ]);
});

test('[26.2] a statement of Maybank: one column of amounts, whose signs the balances prove', () => {
  const csv = `Entry Date,Value Date,Transaction Description,Transaction Amount,Statement Balance
18/11/2026,18/11/2026,PAYNOW CR KB23456789AB,66.00,166.00
19/11/2026,19/11/2026,IBG OUT FT2614,-59.40,106.60
`;
  expect(readBankCsv(csv)).toMatchObject({
    lines: [{ amountCents: 6600 }],
    outgoing: [{ amountCents: 5940 }],
    faults: [],
  });
  expect(readBankCsv(csv.replace('-59.40', '59.40')).faults).toEqual([
    { line: 3, code: 'wrong_balance' },
    { line: 1, code: 'unproven_sign' },
  ]);
});

test('[26.12] a credit below zero is money that went out again', () => {
  const csv = 'Date,Description,Debit,Credit\n2026-11-18,REVERSAL KB23456789AB,,-66.00\n';
  expect(readBankCsv(csv)).toEqual({
    account: '',
    lines: [],
    outgoing: [{ ...out(2, '2026-11-18', 6600, 'REVERSAL KB23456789AB'), isReversal: true }],
    faults: [],
  });
});

test('[26.34] the account that a statement is of is read from the lines above its columns, as each bank writes it', () => {
  const accountOf = (above: string) =>
    readBankCsv(`${above}\nDate,Description,Debit,Credit\n2026-11-18,X,,1.00\n`).account;
  expect(accountOf('Account Details For:,DBS Business Multi-Currency 072-1234567')).toBe('0721234567');
  expect(accountOf('Account Details For:,POSB Current 012-34567-8')).toBe('012345678');
  expect(
    accountOf(
      'Account transactions from 18/11/2026 to 20/11/2026\nAccount Name,KERBSIDE\nAccount Number,01-2-345678-9',
    ),
  ).toBe('0123456789');
  expect(accountOf('\uFEFFAccount details for:,501-123456-001')).toBe('501123456001');
  expect(accountOf('Account No: XXXX-XX-4321')).toBe('4321');
  expect(accountOf('Company / Account,KERBSIDE')).toBe('');
  // What a payer writes is below.
  expect(readBankCsv('Date,Description,Debit,Credit\n2026-11-18,Account Number 072-999999-9,,1.00\n').account).toBe('');
});

test('a statement of OCBC, where a text goes on in the next line', () => {
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

test('a statement of UOB, with times and a total below', () => {
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

test.each([
  ['money in and its refund on one day', ['21/11/2026,IN,66.00,1066.00', '21/11/2026,BACK,66.00,1000.00']],
  ['two that went out on one day', ['21/11/2026,OUT,66.00,1066.00', '21/11/2026,OUT,66.00,1000.00']],
  ['two that went out on two days', ['21/11/2026,OUT,66.00,1066.00', '22/11/2026,OUT,66.00,1000.00']],
  ['two alike on one day, in either order', ['21/11/2026,IN,66.00,1066.00', '21/11/2026,IN,66.00,1132.00']],
  ['a first line that nothing precedes', ['21/11/2026,OUT,5.00,1000.00', '22/11/2026,IN,66.00,1066.00']],
  ['a single line', ['21/11/2026,IN,-66.00,1000.00']],
  ['days in no order', ['21/11/2026,A,1.00,11.00', '22/11/2026,B,2.00,13.00', '20/11/2026,C,-3.00,10.00']],
])('[26.18] amounts without signs prove nothing by balances that fit the other way, too: %s', (_, lines) => {
  const { faults } = readBankCsv(['Date,Description,Amount,Balance', ...lines].join('\n'));
  expect(faults).toContainEqual({ line: 1, code: 'unproven_sign' });
});

test('[26.18] they are proved by the days, a minus elsewhere or a balance brought forward', () => {
  const head = 'Date,Description,Amount,Balance';
  const read = (...lines: string[]) => readBankCsv([head, ...lines].join('\n'));
  const centsOf = ({ lines, outgoing, faults }: ReturnType<typeof readBankCsv>) => ({
    ...{ in: lines.map(({ amountCents }) => amountCents), out: outgoing.map(({ amountCents }) => amountCents), faults },
  });
  const forward = '20/11/2026,BALANCE BROUGHT FORWARD,,1000.00';
  const twoDays = ['21/11/2026,IN,66.00,1066.00', '22/11/2026,IN,66.00,1132.00'];
  expect(centsOf(read(forward, ...twoDays))).toEqual({ in: [6600, 6600], out: [], faults: [] });
  const minus = ['21/11/2026,IN,66.00,1066.00', '21/11/2026,BACK,-66.00,1000.00'];
  for (const lines of [minus, minus.toReversed()]) {
    const { faults, ...cents } = centsOf(read(...lines));
    expect([cents, faults]).toEqual([{ in: [6600], out: [6600] }, []]);
  }
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

test('[26.1] [26.2] what is said in another way, or further down, is not passed over either', () => {
  const head = 'Date,Description,Debit,Credit';
  const line = '2026-11-18,KB23456789AB,,66.00';
  const codes = (...lines: string[]) => readBankCsv(lines.join('\n')).faults.map(({ code }) => code);
  expect(codes('Currency,US Dollar', head, line)).toEqual(['wrong_currency']);
  expect(codes('Account Currency:,Ringgit', head, line)).toEqual(['wrong_currency']);
  expect(codes('Currency:,SGD - Singapore Dollar', head, line)).toEqual([]);
  // A second account below the first, by its currency or by its columns.
  expect(codes(head, line, 'Currency,USD', head, line)).toContain('wrong_currency');
  expect(codes(head, line, 'Date,Description,Debit (USD),Credit (USD)', line)).toEqual(['no_head']);
  expect(codes(head, line, head, line)).toEqual([]);
  // What a payer writes says nothing of the account.
  expect(codes(head, '2026-11-18,Currency: USD KB23456789AB,,66.00')).toEqual([]);
  expect(codes(head, '2026-11-18,BOTH,5.00,66.00')).toEqual(['wrong_side']);
  for (const amount of ['US$66.00', '66.00 USD', '66,00', '(66.00)', '6.6e1', '１２.00']) {
    expect(codes(head, `2026-11-18,X,,"${amount}"`), amount).toEqual(['wrong_amount']);
  }
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

test('[26.27] no words of a payer refuse a statement, in a line or in those that it goes on in', () => {
  const head = 'Date,Description,Reference,Debit,Credit,Balance';
  const line = (...words: string[]) => `2026-11-18,${words.join()},,10.00,110.00`;
  const words = [
    ['Deposit for date 21 Nov', 'CREDIT DATE'],
    ['Date', 'Credit'],
    ['Currency', 'USD'],
  ];
  for (const said of words) {
    const { lines, faults } = readBankCsv([head, line('PAYNOW', 'A'), `,${said.join()},,,`].join('\n'));
    expect([faults, lines.map(({ text }) => text)]).toEqual([[], [`PAYNOW A ${said.join(' ')}`]]);
    expect(readBankCsv([head, line(...said)].join('\n')).faults).toEqual([]);
  }
  // What the bank writes below is read as before.
  const below = (rest: string) => readBankCsv([head, line('PAYNOW', 'A'), rest].join('\n')).faults;
  expect(below('Currency,USD,,,,')).toContainEqual({ line: 3, code: 'wrong_currency' });
  expect(below('Date,Description,Debit,Credit,Balance')).toContainEqual({ line: 3, code: 'no_head' });
});

test('what can’t be read is said with its line', () => {
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
