import { useState } from 'react';
import { useTelling } from '../../platform/session/use-telling.ts';
import { usePuttingBack, type WaysBack } from './use-putting-back.ts';

type State = 'ready' | 'saving' | { error: unknown };

type Copying = {
  /** Writes all of it, one after the other. */
  save: () => Promise<void>;
  /** What takes back all that was written of it by then. */
  waysBack: WaysBack;
  /** What is told when it is done. */
  text: string;
};

/** Copies open hours, with a way back in the toast that tells of it. */
export function useCopying(onDone: () => void) {
  const tell = useTelling();
  const [state, setState] = useState<State>('ready');
  const putBack = usePuttingBack();
  const copy = ({ save, waysBack, text }: Copying) => {
    setState('saving');
    const saved = save();
    saved.then(onDone, (error: unknown) => {
      // The dialog tells why, and keeps what was chosen; tried again before all is put back, both would write to the same days.
      void putBack(waysBack).then(() => setState({ error }));
    });
    tell(saved, { done: { text, undo: () => void putBack(waysBack) } });
  };
  return { copy, isBusy: state === 'saving', error: typeof state === 'object' ? state.error : undefined };
}
