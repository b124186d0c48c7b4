import * as texts from '#texts/adminBilling.ts';
import type { BadgeTone } from '../../../platform/ui/Badge.tsx';
import type { SelectOption } from '../../../platform/ui/Select.tsx';

export const invoiceStatuses: ReadonlyArray<SelectOption & { tone: BadgeTone }> = [
  { value: 'paid', label: texts.paid, tone: 'green' },
  { value: 'pending', label: texts.pending, tone: 'amber' },
  { value: 'overdue', label: texts.overdue, tone: 'red' },
];
