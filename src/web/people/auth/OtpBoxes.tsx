import { type ClipboardEvent, type InputEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import * as texts from '#texts/auth.ts';
import {
  backspaceInBox,
  completeCode,
  type OtpDigits,
  type OtpStep,
  pasteIntoBoxes,
  typeIntoBox,
} from './otp-digits.ts';

type OtpBoxesProps = {
  digits: OtpDigits;
  isInvalid: boolean;
  onChange: (digits: OtpDigits) => void;
  /** Where the code comes from; from the mailbox unless told. */
  legend?: string;
  /** The sixth digit presses the form's button, unless the form asks for more than the code. */
  sendsItself?: boolean;
};

/**
 * Six boxes for the digits of a one-time code: the first has the focus at the start; moved through by typing, Backspace, arrow keys or one paste.
 * A code that a phone or keyboard fills into any of them fills them all.
 */
export function OtpBoxes(props: OtpBoxesProps) {
  const { digits, isInvalid, onChange, legend = texts.codeFromYourEmail, sendsItself = true } = props;
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const code = completeCode(digits);
  const last = useRef(code);
  useEffect(() => boxes.current[0]?.focus(), []);
  useEffect(() => {
    const isNew = code !== undefined && code !== last.current;
    last.current = code;
    // The button rather than the form: a busy one takes no press.
    if (isNew && sendsItself) boxes.current[0]?.form?.querySelector<HTMLElement>('[type=submit]')?.click();
  }, [code, sendsItself]);
  const apply = (step: OtpStep) => {
    onChange(step.digits);
    boxes.current[step.focus]?.focus();
  };
  const handleKey = (event: KeyboardEvent, box: number) => {
    if (event.key === 'Backspace') {
      event.preventDefault();
      apply(backspaceInBox(digits, box));
    }
    if (event.key === 'ArrowLeft') apply({ digits, focus: Math.max(box - 1, 0) });
    if (event.key === 'ArrowRight') apply({ digits, focus: Math.min(box + 1, digits.length - 1) });
  };
  const handlePaste = (event: ClipboardEvent, box: number) => {
    event.preventDefault();
    apply(pasteIntoBoxes(digits, box, event.clipboardData.getData('text')));
  };
  // The browser would cut a keyboard's suggestion to one character before the box holds it.
  const handleSeveral = (event: InputEvent<HTMLInputElement>, box: number) => {
    if ((event.data ?? '').length < 2) return;
    event.preventDefault();
    apply(pasteIntoBoxes(digits, box, event.data ?? ''));
  };
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1.5 grid grid-cols-6 gap-2">
        {digits.map((digit, box) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are fixed places and never change order.
            key={box}
            ref={(element) => {
              boxes.current[box] = element;
            }}
            className="field-box figures min-w-0 px-0 text-center text-title"
            aria-label={texts.digitOfSix({ box: box + 1 })}
            aria-invalid={isInvalid || undefined}
            inputMode="numeric"
            autoComplete={box === 0 ? 'one-time-code' : 'off'}
            maxLength={1}
            value={digit}
            onFocus={(event) => event.target.select()}
            onBeforeInput={(event) => handleSeveral(event, box)}
            onChange={(event) => apply(typeIntoBox(digits, box, event.target.value))}
            onKeyDown={(event) => handleKey(event, box)}
            onPaste={(event) => handlePaste(event, box)}
          />
        ))}
      </div>
    </fieldset>
  );
}
