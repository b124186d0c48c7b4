const maxNamedStatements = 500;

/** Names for statements that are prepared once for each connection, by their text; undefined when there are 500 of them. */
export function createStatementNames() {
  const names = new Map<string, string>();
  let generation = 0;
  return {
    of(text: string): string | undefined {
      const known = names.get(text);
      if (known) return known;
      if (names.size >= maxNamedStatements) return undefined;
      const name = `s${generation}_${names.size + 1}`;
      names.set(text, name);
      return name;
    },
    // Connections keep the old statements under their old names; new names make them plan anew.
    forget() {
      names.clear();
      generation++;
    },
  };
}
