export type Asking<Q, A> = {
  /** Asks for all of them at once; an answer for each, in their order, or an error for it. */
  ask: (questions: readonly Q[]) => Promise<readonly (A | Refused)[]>;
  /** Asked at once, at most. */
  most: number;
};

/** In place of an answer: what was wrong with this one question. */
export class Refused {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

type Asker<Q, A> = { question: Q; resolve: (answer: A) => void; reject: (error: unknown) => void };

/**
 * Questions of one kind (by `key`), asked by one asker at a time. Those that come while one is under way are asked together by the next,
 * which begins after all of them came: nobody gets an answer older than the question. When nobody waits, a question is asked at once.
 */
export function askTogether<Q, A>(): (key: string, question: Q, asking: Asking<Q, A>) => Promise<A> {
  const groups = new Map<string, Asker<Q, A>[]>();

  async function askAll(key: string, { ask, most }: Asking<Q, A>): Promise<void> {
    for (;;) {
      const asked = groups.get(key)?.splice(0, most) ?? [];
      if (asked.length === 0) break;
      await answer(asked, ask);
    }
    groups.delete(key);
  }

  return (key, question, asking) => {
    const waiting = groups.get(key);
    const group = waiting ?? [];
    const answered = new Promise<A>((resolve, reject) => {
      group.push({ question, resolve, reject });
    });
    if (!waiting) {
      groups.set(key, group);
      void askAll(key, asking);
    }
    return answered;
  };
}

async function answer<Q, A>(asked: readonly Asker<Q, A>[], ask: Asking<Q, A>['ask']): Promise<void> {
  try {
    const answers = await ask(asked.map(({ question }) => question));
    for (const [index, { resolve, reject }] of asked.entries()) {
      const given = answers[index];
      if (given instanceof Refused) reject(given.error);
      else resolve(given as A);
    }
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
