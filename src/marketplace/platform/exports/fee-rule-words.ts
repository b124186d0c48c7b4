import type { FeeRule } from '#rules/fees/fee-rule.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { exportsIn } from '#texts/by-language/exports.ts';

/** Which rule a fee comes from, as files say it; nothing where none is known. */
export function feeRuleWords(feeRule: FeeRule | null, language: string): string {
  if (!feeRule) return '';
  const { reason, firstPercent, laterPercent, capCents } = feeRule;
  const texts = exportsIn(language);
  return texts.feeByRule({ reason, first: firstPercent, later: laterPercent, cap: formatCents(capCents) });
}
