import type pg from 'pg';

const maxNamedStatements = 500;
/** So many names are given anew while a connection is open before it is closed, and with it what it keeps under old ones. */
const maxOldNames = 500;

export type StatementNames = ReturnType<typeof createStatementNames>;

/** Names for statements that are prepared once for each connection, by their text; undefined when there are 500 of them. */
export function createStatementNames() {
  const names = new Map<string, string>();
  let given = 0;
  let dropped = 0;
  return {
    of(text: string): string | undefined {
      const known = names.get(text);
      if (known) return known;
      if (names.size >= maxNamedStatements) return undefined;
      const name = `s${++given}`;
      names.set(text, name);
      return name;
    },
    knows: (text: string) => names.has(text),
    // Connections keep the old statements under their old names; new names make them plan anew.
    forget() {
      dropped += names.size;
      names.clear();
    },
    forgetText(text: string) {
      if (names.delete(text)) dropped++;
    },
    /** How many names have been dropped so far. */
    dropped: () => dropped,
  };
}

/** Closes connections of the pool, once nobody has them, that may keep more than 500 statements under names that are no longer given. */
export function closeOldConnections(pool: pg.Pool, names: StatementNames): void {
  const droppedBefore = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => void droppedBefore.set(client, names.dropped()));
  pool.on('release', (_error, client) => {
    // The pool lets go of a connection that is ending.
    if (names.dropped() - (droppedBefore.get(client) ?? 0) > maxOldNames) client.end(() => {});
  });
}
