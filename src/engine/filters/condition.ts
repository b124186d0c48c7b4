import { type RawBuilder, sql } from 'kysely';

/** Whether something holds: known here and now, or an expression of the database. */
export type Condition = RawBuilder<unknown> | boolean;

const signs: Record<string, RawBuilder<unknown>> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
};

/** An operator of a filter as one of the database's. */
export function sign(operator: string): RawBuilder<unknown> {
  return signs[operator] ?? sql`=`;
}
