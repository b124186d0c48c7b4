import * as texts from '#texts/booking.ts';

/** The digits of what was typed, without spaces and dashes, at most 19. */
export function cardDigits(typed: string): string {
  return typed.replaceAll(/\D/g, '').slice(0, 19);
}

/** Digits in groups of four, as on the card. */
export function groupCardDigits(digits: string): string {
  return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** Whether the check digit of a card number is right (ISO/IEC 7812, Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** What is wrong with a card number, or undefined when the bank may be asked. */
export function cardNumberError(typed: string): string | undefined {
  const digits = cardDigits(typed);
  if (digits === '') return texts.enterTheCardNumber;
  if (digits.length < 12) return 'A card number has 12 to 19 digits. Some are missing.';
  return isCardNumber(digits) ? undefined : texts.oneOfTheseDigitsCannot;
}
