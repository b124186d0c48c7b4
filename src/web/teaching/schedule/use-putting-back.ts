import * as texts from '#texts/schedule.ts';
import { useToast } from '../../platform/ui/Toasts.tsx';

/** The ways back of what was done step by step, in the order in which it was done. */
export type WaysBack = Array<() => Promise<unknown>>;

/** Takes back what was done step by step, from its end; where one of them fails, a message says so and offers to put back the rest. */
export function usePuttingBack() {
  const toast = useToast();
  return async function putBack(ways: WaysBack): Promise<void> {
    try {
      for (let last = ways.at(-1); last; last = ways.at(-1)) {
        await last();
        // What is back is not put back once more.
        ways.pop();
      }
    } catch {
      // Told below, whatever it was: hours that are half back are to be seen, and can be put back from there.
      toast({
        text: texts.hoursNotAllBack,
        isFailure: true,
        undo: () => void putBack(ways),
        undoLabel: texts.putBackTheRest,
      });
    }
  };
}
