import type { RecordService } from 'pocketbase';
import { useState } from 'react';
import * as texts from '#texts/mailLinks.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { fieldCodeFor, messageFor } from '../../platform/session/message-for.ts';

/** `over`: the link was used, is too old, or is not whole. `failed`: something else went wrong, and trying again may help. */
type Outcome =
  | { step: 'open' }
  | { step: 'done' }
  | { step: 'over' }
  | { step: 'failed'; text: string; failure: unknown };

/** Sends what a mailed link stands for, once at a time. */
export function useMailLink(collection: string) {
  const [outcome, setOutcome] = useState<Outcome>({ step: 'open' });
  const [isBusy, setBusy] = useState(false);
  const send = async (call: (records: RecordService) => Promise<unknown>) => {
    setBusy(true);
    try {
      await call((await loadBackend()).collection(collection));
      setOutcome({ step: 'done' });
    } catch (failure) {
      setOutcome(outcomeOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return { outcome, isBusy, send, open: () => setOutcome({ step: 'open' }) };
}

function outcomeOf(failure: unknown): Outcome {
  if (fieldCodeFor(failure, 'token')) return { step: 'over' };
  const text = messageFor(failure, texts.thisDidNotWorkPlease) ?? texts.thisWasInterruptedPleaseTry;
  return { step: 'failed', text, failure };
}
