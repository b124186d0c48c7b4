import * as texts from '#texts/adminMoney.ts';
import type { ProviderCaseKind, ProviderCaseReason } from '#wire/provider-cases.ts';

const unknown: Record<ProviderCaseKind, string> = {
  refund: texts.caseUnknownRefund,
  dispute: texts.caseUnknownDispute,
  intent: texts.caseUnknownIntent,
  reversal: texts.caseUnknownReversal,
  event: texts.caseNotTaken,
};

const otherSum: Partial<Record<ProviderCaseKind, string>> = {
  refund: texts.caseRefundedTwice,
  intent: texts.casePartReceived,
};

const words: Record<Exclude<ProviderCaseReason, 'unknown' | 'other_sum'>, string> = {
  made_there: texts.caseMadeThere,
  came_back: texts.caseCameBack,
  already_refunded: texts.caseAlreadyRefunded,
  disputed: texts.caseDisputed,
  unpaid: texts.caseUnpaid,
  other_currency: texts.caseOtherCurrency,
  lost_again: texts.caseLostAgain,
  second: texts.caseSecond,
  unsettled: texts.caseUnsettled,
  part: texts.casePart,
  paid_otherwise: texts.casePaidOtherwise,
  not_taken: texts.caseNotTaken,
};

/** What a case is about, and what is to be done. */
export function caseWords(kind: ProviderCaseKind, reason: ProviderCaseReason): string {
  if (reason === 'unknown') return unknown[kind];
  if (reason === 'other_sum') return otherSum[kind] ?? texts.caseOtherSum;
  return words[reason];
}
