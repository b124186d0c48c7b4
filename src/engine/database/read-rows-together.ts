import type { Row } from './database.ts';

/** A statement that reads rows by their ids: `$1` is the list of ids, the other parameters follow. Its rows have a column `id`. */
export type RowQuestion = { text: string; values?: readonly unknown[]; id: string };

type Read = (text: string, values: readonly unknown[]) => Promise<Row[]>;
type Asker = { resolve: (row: Row | undefined) => void; reject: (error: unknown) => void };
type Waiting = Map<string, Asker[]>;

const maxIds = 500;

/**
 * Asks each statement at most once at a time. Who asks while it is under way is answered together with all others who do, by the next
 * one, which begins after all of them came: nobody gets a row older than the question.
 */
export function readRowsTogether(read: Read): (question: RowQuestion) => Promise<Row | undefined> {
  const groups = new Map<string, Waiting>();

  async function answerAll(key: string, text: string, values: readonly unknown[]): Promise<void> {
    for (;;) {
      const asking = takeSome(groups.get(key));
      if (asking.size === 0) break;
      await answer(asking, () => read(text, [[...asking.keys()], ...values]));
    }
    groups.delete(key);
  }

  return ({ text, values = [], id }) => {
    const key = values.length === 0 ? text : `${text}\n${JSON.stringify(values)}`;
    const known = groups.get(key);
    const waiting: Waiting = known ?? new Map();
    const answered = new Promise<Row | undefined>((resolve, reject) => {
      waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }]);
    });
    if (!known) {
      groups.set(key, waiting);
      void answerAll(key, text, values);
    }
    return answered;
  };
}

function takeSome(waiting: Waiting | undefined): Waiting {
  const some: Waiting = new Map();
  for (const [id, askers] of waiting ?? []) {
    if (some.size === maxIds) break;
    some.set(id, askers);
    waiting?.delete(id);
  }
  return some;
}

async function answer(asking: Waiting, read: () => Promise<Row[]>): Promise<void> {
  try {
    const rows = new Map((await read()).map((row) => [String(row.id), row]));
    for (const [id, askers] of asking) {
      const row = rows.get(id);
      // Each gets a row of its own, as from a statement of its own.
      for (const { resolve } of askers) resolve(row && { ...row });
    }
  } catch (error) {
    for (const { reject } of [...asking.values()].flat()) reject(error);
  }
}
