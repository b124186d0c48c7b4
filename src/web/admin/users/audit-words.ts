import type { AuditEntry } from './use-people.ts';

/** What an entry of the audit trail says, as one line: what was done, and each value from what to what. */
export function auditWords({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string {
  if (action === 'create') return 'Made the account';
  if (action === 'delete') return 'Deleted the account';
  if (action === 'view') return 'Looked at it';
  if (action === 'export') return 'Exported it';
  const told = changes.filter(({ field }) => field !== 'tokenKey');
  const texts = told.map(({ field, from, to }) => {
    if (field === 'password') return 'password changed';
    return `${fieldName(field)}: ${from || 'nothing'} → ${to || 'nothing'}`;
  });
  return texts.length > 0 ? texts.join('; ') : 'Signed the person out everywhere';
}

/** `firstName` as `first name`. */
function fieldName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
