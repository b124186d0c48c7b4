import * as words from '#texts/adminUsers.ts';
import type { AuditEntry } from '#wire/users.ts';
import { changeWords } from '../audit-labels.ts';

/** What an entry of the audit trail says, as one line: what was done, and each value from what to what. */
export function auditWords({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string {
  if (action === 'create') return words.madeTheAccount;
  if (action === 'delete') return words.deletedTheAccount;
  if (action === 'view') return words.lookedAtIt;
  if (action === 'export') return words.exportedIt;
  if (action === 'impersonate') return words.beganToLook;
  if (action === 'impersonate_end') return words.endedLooking;
  if (action === 'invite') return words.sentInvitation;
  if (action === 'reset_factors') return words.tookTheSecondFactorsOff;
  if (action === 'sign_out') return words.signedThePersonOutEverywhere;
  const told = changes.filter(({ field }) => field !== 'tokenKey');
  const texts = told.map((change) => (change.field === 'password' ? words.passwordChanged : changeWords(change)));
  return texts.length > 0 ? texts.join('; ') : words.signedThePersonOutEverywhere;
}
