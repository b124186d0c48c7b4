import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLeft } from '#engine/backups/backup-tables.ts';
import { engineEndings } from '#engine/backups/endings.ts';
import { productEndings } from '#marketplace/people/users/register-endings.ts';
import { root } from '../support/list-files.ts';

/**
 * What a column is called that opens something, or says who may do what. Name a new one in src/marketplace/people/users/register-endings.ts, or in src/engine/backups/endings.ts.
 */
const opens =
  /token|secret|password|credential|public_?key|(?:^|_)(?:key|code|codes)$|(?<!_request)(?:^|_)hash$|invitecode|device|fingerprint|providerid|endpoint|p256dh|^auth$|session|^role$|suspended|verified$|_closed/i;

/** And a table whose rows do. */
const opensByRow =
  /token|password|credential|passkey|totp|recovery|device|session|push_|impersonation|calendar_address|auth|superuser/i;

/** What sounds like it and opens nothing here. */
const harmless: Record<string, string> = {
  '_mails.key': 'so that a mail is sent once',
  'audit_entries.hash': 'the chain of the trail',
  'bank_debits._fingerprint': 'so that a line is imported once',
  'bank_lines._fingerprint': 'so that a line is imported once',
  'ledger_chain.hash': 'the chain of the books',
  'notifications._key': 'so that a piece of news is told once',
  'phone_codes.hash': 'for ten minutes proves a number, and opens nothing',
  'payments.clientSecret': 'opens a payment at the provider, which says itself when that has ended',
};

const schema = readFileSync(join(root, 'db/schema.sql'), 'utf8');

type Column = { table: string; column: string };

const columns: Column[] = [...schema.matchAll(/^create table "?(\w+)"? \(\n([\s\S]*?)^\);/gm)].flatMap(
  ([, table = '', body = '']) =>
    [...body.matchAll(/^ {2}"?(\w+)"? (?!UNIQUE|PRIMARY|CHECK|FOREIGN|EXCLUDE)/gm)]
      .map(([, column = '']) => ({ table, column }))
      .filter(({ column }) => column !== 'constraint'),
);

const endings = new Map([...engineEndings, ...productEndings].map((ending) => [ending.table, ending]));

const isByRow = (table: string) => isLeft(table) || endings.get(table)?.rows === 'now';

function isNamed({ table, column }: Column): boolean {
  const ending = endings.get(table);
  return isByRow(table) || (ending?.rows === 'backup' && column in ending.columns);
}

test('[25.21] what opens something says what becomes of it when a backup of before is restored', () => {
  expect(columns.length).toBeGreaterThan(800);
  const open = columns.filter((each) => opens.test(each.column) && !isNamed(each));
  const names = open.map(({ table, column }) => `${table}.${column}`);
  expect(names.filter((name) => !(name in harmless))).toEqual([]);
  expect(Object.keys(harmless).filter((name) => !names.includes(name))).toEqual([]);
  const tables = new Set(columns.map(({ table }) => table).filter((table) => opensByRow.test(table)));
  expect([...tables].filter((table) => !isLeft(table) && !endings.has(table))).toEqual([]);
  const known = new Set(columns.map(({ table }) => table));
  expect([...endings.keys()].filter((table) => !known.has(table))).toEqual([]);
});
