import type { BodyLimits } from '../http/body-limits.ts';
import { type BudgetChanges, budgetOf } from './budgets.ts';

/** What the body of a request may have by the operator's budgets: a guest's is small. */
export function bodyLimitsOf(settings: { budgets?: BudgetChanges }, isGuest: boolean): BodyLimits {
  const bytes = budgetOf(settings, isGuest ? 'guestBodyBytes' : 'bodyBytes');
  return {
    bytes,
    textBytes: bytes,
    keys: budgetOf(settings, 'bodyKeys'),
    files: budgetOf(settings, 'bodyFiles'),
    elements: budgetOf(settings, 'jsonElements'),
    levels: budgetOf(settings, 'jsonLevels'),
  };
}
