import { escapeIdentifier } from 'pg';
import { tokenNames } from '../collections/token-names.ts';
import type { BackupKeys } from './backup-keys.ts';
import { type BackupTable, copyTarget } from './backup-tables.ts';

// Each secret is blank rather than gone: a restore fills what is blank (restore-secrets.ts).
const withoutTokenSecrets = tokenNames.reduce(
  (definition, name) => `jsonb_set(${definition}, '{auth,${name},secret}', '""', false)`,
  'definition',
);
const providers = `(select coalesce(jsonb_agg(p || '{"clientSecret": ""}'), '[]')
  from jsonb_array_elements(definition->'auth'->'oauth2'->'providers') p)`;

/** What stands in an unencrypted backup in place of a column: nothing in it may be good for signing in. */
const replaced: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  _collections: { definition: `jsonb_set(${withoutTokenSecrets}, '{auth,oauth2,providers}', ${providers}, false)` },
  // A mail with a code or a link that signs in, which waits or could not be sent, is not sent once it has no words.
  _mails: {
    message: `case when message->'isSecret' = 'true' then (message - 'attachments') || '{"html": "", "text": ""}' else message end`,
    status: `case when message->'isSecret' = 'true' and status = 'queued' then 'failed' else status end`,
  },
};

/** What `copy` writes into a backup: all of a table, but in clear nothing that tokens are signed with or that stands for a password. */
export function copySource(table: BackupTable, { isEncrypting }: Pick<BackupKeys, 'isEncrypting'>): string {
  const columns = isEncrypting ? undefined : replaced[table.name];
  if (!columns) return copyTarget(table);
  const list = table.columns.map((column) => columns[column] ?? escapeIdentifier(column));
  return `(select ${list.join(', ')} from ${escapeIdentifier(table.name)})`;
}
