import { expect, test } from 'vitest';
import { readStatement } from './read-statement.ts';

// Invented, in the form that the SWIFT handbook gives MT940; one with the envelope, two statements in a file.
const mt940 = `{1:F01BANKSGSGAXXX0000000000}{2:I940XXXX}{4:
:20:STMT261121
:25:0721234567
:28C:325/1
:60F:C261120SGD1000,00
:61:2611211121C66,00NTRFNONREF//FT26112100017
PAYNOW
:86:PAYNOW INCOMING TAN MEI LING
KB2345 6789AB
:61:2611211121D59,40NTRFFT2615//FT26112100018
:86:FAST PAYMENT LIM AH KOW
:61:2611211121RC66,00NRTINONREF//FT26112100019
:86:REVERSAL KB23456789AB
:62F:C261121SGD940,60
-}
:20:STMT261122
:25:0721234567
:60F:C261121SGD940,60
:62F:C261122SGD940,60
`;

test('[26.2] an MT940 is read with what it says of each line, and its balances prove it', () => {
  expect(readStatement(mt940)).toEqual({
    account: '0721234567',
    lines: [
      {
        line: 6,
        date: '2026-11-21',
        amountCents: 6600,
        text: 'NONREF FT26112100017 PAYNOW PAYNOW INCOMING TAN MEI LING KB2345 6789AB',
        balanceCents: 106_600,
      },
    ],
    outgoing: [
      {
        line: 10,
        date: '2026-11-21',
        amountCents: 5940,
        text: 'FT2615 FT26112100018 FAST PAYMENT LIM AH KOW',
        balanceCents: 100_660,
      },
      {
        line: 12,
        date: '2026-11-21',
        amountCents: 6600,
        text: 'NONREF FT26112100019 REVERSAL KB23456789AB',
        balanceCents: 94_060,
        isReversal: true,
      },
    ],
    faults: [],
  });
});

test.each([
  ['a line is left out', mt940.replace(/:61:2611211121D[^:]*:86:[^:]*/, ''), 'wrong_balance'],
  ['another currency', mt940.replaceAll('SGD', 'USD'), 'wrong_currency'],
  ['another currency at the end only', mt940.replace('C261121SGD940,60\n-}', 'C261121IDR940,60\n-}'), 'wrong_currency'],
  ['no closing balance', mt940.replace(':62F:C261121SGD940,60\n-}', '-}'), 'no_balance'],
  ['a day that is none', mt940.replace('2611211121C', '2613211321C'), 'wrong_date'],
  ['an amount that is none', mt940.replace('C66,00N', 'C66.00N'), 'wrong_amount'],
  ['more than the books count', mt940.replace('C66,00N', 'C99999999999,00N'), 'wrong_amount'],
  ['nothing in it', ':20:STMT', 'no_balance'],
])('[26.2] an MT940 is refused: %s', (_, text, code) => {
  expect(readStatement(text).faults.map((fault) => fault.code)).toContain(code);
});

test('[26.2] a line of the last day of a year that was booked in the next one has that year', () => {
  const text = ':20:S\n:60F:C261231SGD0,00\n:61:2612310101C1,00NTRFX\n:62F:C270101SGD1,00\n';
  expect(readStatement(text).lines).toMatchObject([{ date: '2027-01-01' }]);
});

const entry = (side: string, amount: string, about: string, more = '') =>
  `<Ntry><Amt Ccy="SGD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${more}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt>
  <AcctSvcrRef>FT1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>${about}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="SGD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
const camt = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt>
${balance('OPBD', '1000.00')}${balance('CLBD', '940.60')}
${entry('CRDT', '66.00', 'TAN MEI LING KB23456789AB')}
${entry('DBIT', '59.4', 'LIM AH KOW FT2615')}
${entry('CRDT', '500.00', 'NOT YET').replace('BOOK', 'PDNG')}
${entry('DBIT', '66.00000', 'KB23456789AB', '<RvslInd>true</RvslInd>')}
</Stmt></BkToCstmrStmt></Document>`;

test('[26.2] a CAMT.053 is read: what is booked, with its balances', () => {
  expect(readStatement(camt)).toEqual({
    account: '',
    lines: [
      { line: 1, date: '2026-11-21', amountCents: 6600, text: 'FT1 TAN MEI LING KB23456789AB', balanceCents: 106_600 },
    ],
    outgoing: [
      { line: 2, date: '2026-11-21', amountCents: 5940, text: 'FT1 LIM AH KOW FT2615', balanceCents: 100_660 },
      {
        line: 4,
        date: '2026-11-21',
        amountCents: 6600,
        text: 'FT1 KB23456789AB',
        balanceCents: 94_060,
        isReversal: true,
      },
    ],
    faults: [],
  });
  // The second version has its states without an element of their own.
  const older = camt.replaceAll('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>').replace('001.08', '001.02');
  expect(readStatement(older)).toEqual(readStatement(camt));
});

test.each([
  ['an entry is left out', camt.replace(entry('DBIT', '59.4', 'LIM AH KOW FT2615'), ''), 'wrong_balance'],
  ['another currency of an entry', camt.replace('Ccy="SGD">66.00<', 'Ccy="IDR">66.00<'), 'wrong_currency'],
  ['no currency', camt.replace(' Ccy="SGD">66.00<', '>66.00<'), 'wrong_currency'],
  ['no side', camt.replace('<CdtDbtInd>DBIT</CdtDbtInd>', ''), 'wrong_side'],
  ['a part of a cent', camt.replace('59.4<', '59.401<'), 'wrong_amount'],
  ['no opening balance', camt.replace(balance('OPBD', '1000.00'), ''), 'no_balance'],
  ['no statement', '<html><body>Sign in again</body></html>', 'no_balance'],
  ['no XML', '<Document><BkToCstmrStmt>', 'no_balance'],
  ['entities', `<!DOCTYPE x [<!ENTITY a "66">]>${camt.slice(camt.indexOf('<Document'))}`, 'no_balance'],
])('[26.2] a CAMT.053 is refused: %s', (_, text, code) => {
  expect(readStatement(text).faults.map((fault) => fault.code)).toContain(code);
});

test('[26.2] a file that is made to hurt costs little: deep, wide, or with more lines than are taken', () => {
  const deep = `${'<a>'.repeat(100_000)}`;
  const wide = `<Document>${'<a/>'.repeat(450_000)}</Document>`;
  const long = `Date,Description,Deposit\n${'2026-11-18,X,1.00\n'.repeat(20_001)}`;
  expect([deep, wide, long].map((text) => readStatement(text).faults[0]?.code)).toEqual([
    'no_balance',
    'no_balance',
    'too_many_lines',
  ]);
});

const batch = (amount: string, ...parts: string[]) =>
  `<Ntry><Amt Ccy="SGD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt>
  <AddtlNtryInf>PAYNOW BATCH</AddtlNtryInf><NtryDtls>${parts.join('')}</NtryDtls></Ntry>`;
const part = (about: string, amount = '') => `<TxDtls>${amount}<RmtInf><Ustrd>${about}</Ustrd></RmtInf></TxDtls>`;
const partAmount = (amount: string, currency = 'SGD') => `<Amt Ccy="${currency}">${amount}</Amt>`;
const older = (amount: string) => `<AmtDtls><TxAmt>${partAmount(amount)}</TxAmt></AmtDtls>`;
const statementWith = (entries: string, closing: string, account = '072') =>
  `<Stmt><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>${balance('OPBD', '1000.00')}${balance('CLBD', closing)}${entries}</Stmt>`;
const camtOf = (...statements: string[]) =>
  `<Document><BkToCstmrStmt>${statements.join('')}</BkToCstmrStmt></Document>`;
const codesOf = (text: string) => readStatement(text).faults.map(({ code }) => code);

test('[26.19] an entry of several payments of a CAMT.053 is a line for each of them', () => {
  const two = batch(
    '132.00',
    part('TAN MEI LING KB23456789AB', partAmount('66.00')),
    part('LIM AH KOW KB23456789AC', older('66.00')),
  );
  expect(readStatement(camtOf(statementWith(two, '1132.00')))).toEqual({
    account: '',
    lines: [
      {
        line: 1,
        part: 1,
        date: '2026-11-21',
        amountCents: 6600,
        text: 'PAYNOW BATCH TAN MEI LING KB23456789AB',
        balanceCents: 106_600,
      },
      {
        line: 1,
        part: 2,
        date: '2026-11-21',
        amountCents: 6600,
        text: 'PAYNOW BATCH LIM AH KOW KB23456789AC',
        balanceCents: 113_200,
      },
    ],
    outgoing: [],
    faults: [],
  });
});

test.each([
  ['one says no amount', [part('KB23456789AB', partAmount('66.00')), part('LIM AH KOW')]],
  ['they are not the sum', [part('KB23456789AB', partAmount('66.00')), part('LIM AH KOW', partAmount('60.00'))]],
  ['one is of another currency', [part('KB23456789AB', partAmount('66.00')), part('LIM', partAmount('66.00', 'USD'))]],
])('[26.19] it is refused where nobody can tell whose money it is: %s', (_, parts) => {
  const text = camtOf(statementWith(batch('132.00', ...parts), '1132.00'));
  expect(codesOf(text)).toEqual(['unclear_batch']);
  // What went out is no payment to anybody here: it stays one line.
  const out = text
    .replaceAll('<CdtDbtInd>CRDT</CdtDbtInd><Sts>', '<CdtDbtInd>DBIT</CdtDbtInd><Sts>')
    .replace('1132.00', '868.00');
  expect(readStatement(out)).toMatchObject({ lines: [], outgoing: [{ amountCents: 13_200 }], faults: [] });
});

test('[26.20] a file has a statement once, of one account, and each goes on from the one before', () => {
  const first = statementWith(entry('CRDT', '66.00', 'KB23456789AB'), '1066.00');
  const next = statementWith(entry('DBIT', '6.00', 'FT1'), '1060.00').replace('1000.00', '1066.00');
  const evened = statementWith(entry('CRDT', '66.00', 'KB23456789AB') + entry('DBIT', '66.00', 'FT1'), '1000.00');
  expect(codesOf(camtOf(first, next))).toEqual([]);
  expect(codesOf(camtOf(next, first))).toEqual([]);
  expect(codesOf(camtOf(first, first))).toEqual(['other_statement']);
  expect(codesOf(camtOf(evened, evened))).toEqual(['other_statement']);
  expect(codesOf(camtOf(first, next.replace('>072<', '>073<')))).toEqual(['other_statement']);
  const [one = '', two = ''] = mt940.split('-}\n');
  expect(codesOf(`${one}-}\n${one}-}\n${two}`)).toContain('other_statement');
  expect(codesOf(mt940.replace(/:25:0721234567\n(?=:60F:C261121)/, ':25:0731234567\n'))).toEqual(['other_statement']);
});

test('[26.20] a reversal is known in both ways in which XML writes that it is one', () => {
  const one = camt.replace('<RvslInd>true<', '<RvslInd>1<');
  expect(one).not.toBe(camt);
  expect(readStatement(one)).toEqual(readStatement(camt));
});
