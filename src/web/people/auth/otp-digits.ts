/** How many digits a one-time code has. */
export const otpLength = 6;

/** How long until another code can be asked for, in seconds. */
export const resendSeconds = 60;

/** The six boxes; an empty box is an empty text. */
export type OtpDigits = readonly string[];

/** The boxes after an input, and the box that has the focus then. */
export type OtpStep = { digits: OtpDigits; focus: number };

export const emptyOtp: OtpDigits = Array.from({ length: otpLength }, () => '');

const lastBox = otpLength - 1;

/**
 * A box holds a new text: its last digit counts, and the focus moves on. More than the digit before and a new one is a code that a phone or keyboard
 * filled in, so it fills the boxes. Anything but a digit changes nothing.
 */
export function typeIntoBox(digits: OtpDigits, box: number, text: string): OtpStep {
  const found = text.replaceAll(/\D/g, '');
  const digit = found.at(-1);
  if (digit === undefined) return { digits, focus: box };
  if (found.length > 2) return pasteIntoBoxes(digits, box, found);
  return { digits: digits.with(box, digit), focus: Math.min(box + 1, lastBox) };
}

/** Backspace: clears a filled box and stays; on an empty box it moves to the one before. */
export function backspaceInBox(digits: OtpDigits, box: number): OtpStep {
  if (digits[box] !== '') return { digits: digits.with(box, ''), focus: box };
  return { digits, focus: Math.max(box - 1, 0) };
}

/** A pasted text fills the boxes from the first with up to six of its digits; one without digits changes nothing. */
export function pasteIntoBoxes(digits: OtpDigits, box: number, text: string): OtpStep {
  const found = text.replaceAll(/\D/g, '').slice(0, otpLength);
  if (found === '') return { digits, focus: box };
  return { digits: emptyOtp.map((_, index) => found[index] ?? ''), focus: Math.min(found.length, lastBox) };
}

/** The whole code, or undefined while a box is empty. */
export function completeCode(digits: OtpDigits): string | undefined {
  return digits.every((digit) => digit !== '') ? digits.join('') : undefined;
}
