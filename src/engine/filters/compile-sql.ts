import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A fragment as a statement: its text with `$1…` and the values in that order. */
export function compileSql(fragment: RawBuilder<unknown>): { text: string; values: readonly unknown[] } {
  const { sql, parameters } = fragment.compile(compiler);
  return { text: sql, values: parameters };
}
