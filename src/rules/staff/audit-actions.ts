/** What an entry of the audit trail can say that somebody of the platform's people did. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'view',
  'export',
  'impersonate',
  'impersonate_end',
  'invite',
  'sign_out',
  'reset_factors',
  'truncate',
  'import',
  'paid_by_hand',
  'money_phone',
  'bank_match',
  'bank_return',
  'bank_keep',
  'bank_returned',
  'bank_same',
  'bank_other',
] as const;
export type AuditAction = (typeof auditActions)[number];
