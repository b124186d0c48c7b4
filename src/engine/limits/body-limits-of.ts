import type { BodyLimits, Sender } from '../http/body-limits.ts';
import { type BudgetChanges, type BudgetName, budgetOf } from './budgets.ts';

const bytesOf: Record<Sender, BudgetName> = {
  guest: 'guestBodyBytes',
  person: 'personBodyBytes',
  superuser: 'bodyBytes',
};

const elementsOf: Record<Sender, BudgetName> = {
  guest: 'guestJsonElements',
  person: 'personJsonElements',
  superuser: 'jsonElements',
};

/** What the body of a request may have by the operator's budgets: a guest's is small, and only superusers send whole lists of records. */
export function bodyLimitsOf(settings: { budgets?: BudgetChanges }, sender: Sender): BodyLimits {
  const bytes = budgetOf(settings, bytesOf[sender]);
  return {
    bytes,
    textBytes: bytes,
    keys: budgetOf(settings, 'bodyKeys'),
    files: budgetOf(settings, 'bodyFiles'),
    elements: budgetOf(settings, elementsOf[sender]),
    levels: budgetOf(settings, 'jsonLevels'),
  };
}
