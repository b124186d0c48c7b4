const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[A-Za-z_]\w*|\s+|[\s\S]/g;

/** A query that names renamed collections by their new names. */
export function renameInQuery(query: string, renames: ReadonlyMap<string, string>): string {
  const tokens = query.match(token) ?? [];
  return tokens
    .map((text) => {
      const bare = text.replace(/^["`[]|["`\]]$/g, '');
      const to = text.startsWith("'") ? undefined : renames.get(bare);
      return to === undefined ? text : text.replace(bare, to);
    })
    .join('');
}
