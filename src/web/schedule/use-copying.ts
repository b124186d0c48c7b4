import { useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { useTelling } from '../session/use-telling.ts';

type State = 'ready' | 'saving' | { error: unknown };

type Copying = {
  /** Writes all of it, one after the other. */
  save: () => Promise<void>;
  /** Puts back what was written of it. */
  putBack: () => Promise<unknown>;
  /** What is told when it is done. */
  text: string;
};

/** Copies open hours, with a way back in the toast that tells of it. */
export function useCopying(onDone: () => void) {
  const tell = useTelling();
  const [state, setState] = useState<State>('ready');
  const copy = ({ save, putBack, text }: Copying) => {
    const undo = () => {
      const isBack = putBack();
      tell(isBack, { failed: () => texts.thatCouldNotBeSaved });
      return isBack;
    };
    setState('saving');
    const saved = save();
    saved.then(onDone, (error: unknown) => {
      // The dialog tells why, and keeps what was chosen; tried again before all is put back, both would write to the same days.
      const goOn = () => setState({ error });
      undo().then(goOn, goOn);
    });
    tell(saved, { done: { text, undo: () => void undo() } });
  };
  return { copy, isBusy: state === 'saving', error: typeof state === 'object' ? state.error : undefined };
}
