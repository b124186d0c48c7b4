import { describe, expect, it } from 'vitest';
import {
  backspaceInBox,
  completeCode,
  emptyOtp,
  otpLength,
  pasteIntoBoxes,
  resendSeconds,
  typeIntoBox,
} from './otp-digits.ts';

const boxes = (text: string) => emptyOtp.map((_, index) => (text[index] ?? ' ').trim());

describe('the six boxes of a one-time code', () => {
  it('are six and empty at first, with a minute until the next code [64] [79]', () => {
    expect(emptyOtp).toEqual(['', '', '', '', '', '']);
    expect(otpLength).toBe(6);
    expect(resendSeconds).toBe(60);
  });

  it.each(['a', '-', ' ', '٣', ''])('are not changed by typing %j [65]', (text) => {
    expect(typeIntoBox(boxes('12'), 2, text)).toEqual({ digits: boxes('12'), focus: 2 });
  });

  it('take a digit and move on to the next box [66]', () => {
    expect(typeIntoBox(emptyOtp, 0, '7')).toEqual({ digits: boxes('7'), focus: 1 });
    expect(typeIntoBox(boxes('1'), 0, '17')).toEqual({ digits: boxes('7'), focus: 1 });
  });

  it.each([0, 3])('are all filled by a code that a phone fills into box %i', (box) => {
    expect(typeIntoBox(emptyOtp, box, '123456')).toEqual({ digits: boxes('123456'), focus: 5 });
  });

  it('keep the focus in the sixth after its digit [67]', () => {
    expect(typeIntoBox(boxes('12345'), 5, '6')).toEqual({ digits: boxes('123456'), focus: 5 });
  });

  it('go back one box on Backspace in an empty one [68]', () => {
    expect(backspaceInBox(boxes('12'), 2)).toEqual({ digits: boxes('12'), focus: 1 });
  });

  it('clear a filled box on Backspace and stay there [69]', () => {
    expect(backspaceInBox(boxes('12'), 1)).toEqual({ digits: boxes('1'), focus: 1 });
  });

  it('do nothing on Backspace in the empty first [70]', () => {
    expect(backspaceInBox(emptyOtp, 0)).toEqual({ digits: emptyOtp, focus: 0 });
  });

  it('are filled by a paste whose other characters are stripped [71]', () => {
    expect(pasteIntoBoxes(emptyOtp, 0, '12-34 56')).toEqual({ digits: boxes('123456'), focus: 5 });
  });

  it('take six digits of a longer paste [72]', () => {
    expect(pasteIntoBoxes(emptyOtp, 3, '1234567890').digits).toEqual(boxes('123456'));
  });

  it('take two digits of a shorter paste and leave four empty [73]', () => {
    expect(pasteIntoBoxes(boxes('999999'), 0, '12ab')).toEqual({ digits: boxes('12'), focus: 2 });
  });

  it('are not changed by a paste without a digit [74]', () => {
    expect(pasteIntoBoxes(boxes('123'), 3, 'abc')).toEqual({ digits: boxes('123'), focus: 3 });
  });

  it('give a code only when all six are filled [75]', () => {
    expect(completeCode(boxes('12345'))).toBeUndefined();
    expect(completeCode(boxes('123 56'))).toBeUndefined();
    expect(completeCode(boxes('012345'))).toBe('012345');
  });
});
