import type { Engine } from '../engine.ts';
import { budgetOf, budgets } from '../limits/budgets.ts';
import type { BackupLimits } from './judge-parts.ts';

/** The bounds of who sets none. */
export const usualLimits: BackupLimits = { parts: budgets.backupParts.limit, bytes: budgets.backupBytes.limit };

/** How much a backup that is uploaded or restored may be, as the operator's budgets say. */
export function backupLimits({ settings }: Pick<Engine, 'settings'>): BackupLimits {
  const current = settings.current();
  return { parts: budgetOf(current, 'backupParts'), bytes: budgetOf(current, 'backupBytes') };
}
