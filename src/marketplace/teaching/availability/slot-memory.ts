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
/** What an answer takes besides its bytes and its key: most are small, and strangers decide how many questions there are. */
const entryBytes = 400;

const sizeOf = (key: string, { tail }: RememberedSlots) => entryBytes + key.length + tail.length;

/** Answers that were worked out already, at most 32 MB with what they are found by; the least recently used go first. */
export function createSlotMemory(most = maxBytes): SlotMemory {
  const answers = new Map<string, RememberedSlots>();
  let bytes = 0;

  function forget(key: string): void {
    const known = answers.get(key);
    if (known && answers.delete(key)) bytes -= sizeOf(key, known);
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
      bytes += sizeOf(key, slots);
      for (const oldest of answers.keys()) {
        if (bytes <= most) break;
        forget(oldest);
      }
    },
  };
}
