const kinds: Record<string, string> = {
  payment: 'Learner paid',
  refund: 'Refund',
  refund_paid: 'Refund sent',
  settlement: 'Lesson settled',
  payout: 'Paid out',
};

const accounts: Record<string, string> = {
  provider_clearing: 'With the payment provider',
  held: 'Held for the lesson',
  instructor_payable: 'Payable to you',
  platform_fees: 'Platform fee',
  refunds_due: 'Refund on its way',
  learner_credit: 'Learner’s credit',
  goodwill: 'Goodwill',
  provider_costs: 'Payment provider’s costs',
};

/** What happened, and on which account, in words; what has none is said by its own name. */
export function ledgerWords({ kind, account }: { kind: string; account: string }): { what: string; where: string } {
  const named = (words: Record<string, string>, name: string) => (Object.hasOwn(words, name) ? words[name] : undefined);
  return {
    what: named(kinds, kind) ?? name(kind),
    where: named(accounts, account) ?? name(account),
  };
}

function name(text: string): string {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
