import type { Action } from './deliver.ts';

/** Changes of which another server told, and whose record was gone when it was looked up: it was deleted at once. */
export type MissedChanges = {
  add: (recordKey: string, action: Action) => void;
  /** What was missed of a record, in its order, once the news of its deletion brings it along. */
  take: (recordKey: string) => Action[];
};

/** The oldest are forgotten beyond so many: the news of a deletion follows in milliseconds, unless it was lost. */
const most = 1000;

/** Nothing missed yet. */
export function createMissedChanges(): MissedChanges {
  const missed = new Map<string, Action[]>();
  return {
    add(recordKey, action) {
      missed.set(recordKey, [...(missed.get(recordKey) ?? []), action].slice(-10));
      const [oldest] = missed.keys();
      if (missed.size > most && oldest !== undefined) missed.delete(oldest);
    },
    take(recordKey) {
      const actions = missed.get(recordKey) ?? [];
      missed.delete(recordKey);
      return actions;
    },
  };
}
