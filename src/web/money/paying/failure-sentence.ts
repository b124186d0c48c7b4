import * as texts from '#texts/booking.ts';

const cardFailures: Record<string, string> = {
  card_declined: texts.theBankDeclinedThisCard,
  insufficient_funds: texts.thereIsNotEnoughMoney,
  expired_card: texts.thisCardHasExpiredNothing,
  incorrect_number: texts.theBankDoesNotKnow,
  authentication_failed: texts.theBankDidNotConfirm,
};

/** What a failed payment says at the field. The time is still held: the page says that beside it. */
export function failureSentence(failureCode: string): string {
  return cardFailures[failureCode] ?? texts.thePaymentDidNotGo;
}
