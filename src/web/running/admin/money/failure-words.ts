import * as texts from '#texts/adminMoney.ts';

const reasons: Record<string, string> = {
  no_payout_account: texts.noPayoutAccount,
  balance_insufficient: texts.balanceInsufficient,
  account_closed: texts.accountClosed,
  reversed: texts.reversed,
  came_back: texts.cameBack,
  no_provider: texts.noProvider,
  other_provider: texts.otherProvider,
};

/** Why a payout failed, in words; the provider's own code where there are none. */
export function failureWords(code: string): string {
  return reasons[code] ?? code;
}
