/** An answer of the slots route as bytes, and how long it stays true. */
export type RememberedSlots = {
  calendarVersion: number;
  /** From this instant on the passing of time alone may change the answer. */
  validUntilMs: number;
  /** The JSON after `generatedAt`, up to and with the closing brace. */
  tail: Buffer;
};

export type SlotMemory = {
  find: (key: string, calendarVersion: number, nowMs: number) => Buffer | undefined;
  remember: (key: string, slots: RememberedSlots) => void;
  forgetAll: () => void;
};

const maxBytes = 32 * 1024 * 1024;

/** Answers that were worked out already, at most 32 MB of them; the least recently used go first. */
export function createSlotMemory(): SlotMemory {
  const answers = new Map<string, RememberedSlots>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= answers.get(key)?.tail.length ?? 0;
    answers.delete(key);
  }

  return {
    find(key, calendarVersion, nowMs) {
      const known = answers.get(key);
      if (!known || known.calendarVersion !== calendarVersion || nowMs >= known.validUntilMs) return undefined;
      answers.delete(key);
      answers.set(key, known);
      return known.tail;
    },
    forgetAll() {
      answers.clear();
      bytes = 0;
    },
    remember(key, slots) {
      forget(key);
      answers.set(key, slots);
      bytes += slots.tail.length;
      for (const oldest of answers.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}
