import * as texts from '#texts/earnings.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';

const kinds: Record<string, string> = {
  payment: texts.learnerPaid,
  refund: texts.refund,
  refund_paid: texts.refundSent,
  settlement: texts.lessonSettled,
  payout: texts.paidOut,
  payout_returned: texts.payoutCameBack,
  bank_fee: texts.bankFee,
  credit: texts.learnersCredit,
  chargeback: texts.chargeback,
  chargeback_fee: texts.chargebackFee,
  refund_returned: texts.refundReturned,
  bank_line: texts.moneyOnAccount,
  provider_fee: texts.providerFee,
};

const accounts: Record<string, string> = {
  provider_clearing: texts.withThePaymentProvider,
  held: texts.heldForTheLesson,
  instructor_payable: texts.payableToYou,
  platform_fees: texts.platformFee,
  refunds_due: texts.refundOnItsWay,
  learner_credit: texts.learnersCredit,
  goodwill: texts.goodwill,
  provider_costs: texts.paymentProvidersCosts,
  unmatched_money: texts.unmatchedMoney,
};

/** Accounts whose minus in the ledger is what the platform owes or has earned. */
const owing = new Set([
  'held',
  'held_package',
  'instructor_payable',
  'learner_credit',
  'refunds_due',
  'platform_fees',
  'unmatched_money',
]);

/** An amount as people read it who keep no books: with a plus where money arrived at the account, and with a minus where it left. */
export function movedMoney({ account, amountCents }: { account: string; amountCents: number }): string {
  const [of = ''] = account.split(':');
  const cents = owing.has(of) ? -amountCents : amountCents;
  return cents > 0 ? `+${formatMoney(cents)}` : formatMoney(cents);
}

/** What happened, and on which account, in words; what has none is said by its own name. Whose account it is, staff alone are told in its name. */
export function ledgerWords({ kind, account }: { kind: string; account: string }): { what: string; where: string } {
  const named = (words: Record<string, string>, name: string) => (Object.hasOwn(words, name) ? words[name] : undefined);
  const [of = '', whose] = account.split(':');
  return {
    what: named(kinds, kind) ?? name(kind),
    where:
      of === 'instructor_payable' && whose !== undefined
        ? texts.payableToInstructor
        : (named(accounts, of) ?? name(of)),
  };
}

function name(text: string): string {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
