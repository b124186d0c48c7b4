import { parseStmt } from 'sqlite3-parser';

/** The texts of the SELECTs that UNION and its like put together; the query itself where there is one, or it is none of SQLite's. */
export function findSelects(query: string): string[] {
  const parsed = parseStmt(query);
  if (parsed.status !== 'ok' || parsed.root.type !== 'SelectStmt') return [query];
  const { select, compounds } = parsed.root.body;
  if (!compounds || compounds.length === 0) return [query];
  return [select, ...compounds.map((compound) => compound.select)].map(({ span }) =>
    query.slice(span.offset, span.offset + span.length),
  );
}
