import type { FeeRule } from '#rules/fees/fee-rule.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import { feeRuleWords } from '../../platform/exports/fee-rule-words.ts';
import { timeCells } from '../../platform/exports/time-cells.ts';
import { dollars, writeCsv } from '../../platform/exports/write-csv.ts';
import type { Earning } from './earned-lessons.ts';

/** Earnings as a file for a spreadsheet, in the instructor's local time; the columns' names in the reader's language. */
export function writeEarningsCsv(
  earnings: readonly Earning[],
  { zone, language, ruleOf }: { zone: string; language: string; ruleOf: (earning: Earning) => FeeRule | null },
): string {
  const texts = exportsIn(language);
  return writeCsv(
    [
      texts.date,
      texts.start,
      texts.minutes,
      texts.learner,
      texts.lessonStatus,
      texts.price,
      texts.platformFee,
      texts.yours,
      texts.state,
      texts.lesson,
      texts.feeRule,
    ],
    earnings.map((earning) => [
      ...timeCells(zone, earning.startMs),
      earning.durationMinutes,
      earning.learnerName,
      earning.status.replaceAll('_', ' '),
      dollars(earning.grossCents),
      dollars(earning.feeCents),
      dollars(earning.netCents),
      earning.state,
      earning.lesson,
      feeRuleWords(ruleOf(earning), language),
    ]),
  );
}
