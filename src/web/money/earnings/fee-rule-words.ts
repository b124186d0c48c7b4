import type { FeeRule } from '#rules/fees/fee-rule.ts';
import * as texts from '#texts/payoutStatement.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';

/** Which rule a fee comes from, in a few words. */
export function feeRuleWords({ reason, firstPercent, firstHours, laterPercent, capCents }: FeeRule): string {
  const [first, later] = [firstPercent, laterPercent];
  return texts.feeByRule({ reason, first, later, hours: firstHours, cap: formatMoney(capCents) });
}
