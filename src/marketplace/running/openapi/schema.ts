/** A JSON Schema as OpenAPI 3.1 takes it. */
export type Schema = { [keyword: string]: unknown };

/** The parts of an OpenAPI document that this product fills in. */
export type Parameter = {
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  description?: string;
  schema: Schema;
};
export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Array<Record<string, string[]>>;
  parameters?: Parameter[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
};

/** Operations by path and method. */
export type Calls = Record<string, Record<string, Operation>>;

/** Whose calls are described: one collection's, or those of every collection by its name or id. */
export type Place = {
  /** The part of the path that names the collection. */
  inPath: string;
  /** For operation ids, tags and summaries. */
  name: string;
  /** Parameters of the path before those of a call. */
  parameters: Parameter[];
  record: Schema;
  body: unknown;
};

export const text: Schema = { type: 'string' };
export const whole: Schema = { type: 'integer' };
export const cents: Schema = { type: 'integer', description: 'Cents of the Singapore dollar.' };
export const instant: Schema = { type: 'string', format: 'date-time', description: 'UTC, ISO 8601 with milliseconds.' };

/** An object of which every property is always there. */
export function object(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  return { type: 'object', properties, required: Object.keys(properties).filter((name) => !optional.includes(name)) };
}

/** A list of items. */
export function list(items: Schema): Schema {
  return { type: 'array', items };
}

/** A value or null. */
export function orNull(schema: Schema): Schema {
  return { oneOf: [schema, { type: 'null' }] };
}

/** A page of items, with what is given besides. */
export function pageOf(items: Schema, besides: Record<string, Schema> = {}): Schema {
  return object({ items: list(items), page: whole, perPage: whole, totalItems: whole, totalPages: whole, ...besides });
}

/** A JSON answer. */
export function answer(description: string, schema: Schema): unknown {
  return { description, content: { 'application/json': { schema } } };
}

/** The refusals with these statuses, in the error envelope. */
export function refusals(...statuses: number[]): Record<string, unknown> {
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/Refused${status}` }]),
  );
}

/** An optional query parameter. */
export function query(name: string, schema: Schema, description?: string): Parameter {
  return { name, in: 'query', schema, ...(description ? { description } : {}) };
}

/** A query parameter that must be given. */
export function required(name: string, schema: Schema, description?: string): Parameter {
  return { ...query(name, schema, description), required: true };
}

/** A part of the path. */
export function inPath(name: string, description: string): Parameter {
  return { name, in: 'path', required: true, description, schema: text };
}

/** Which page of a list, and how many a page, at most so many where it is said. */
export const pagingTo = (most?: number, description?: string): Parameter[] => [
  query('page', { type: 'integer', default: 1 }),
  query('perPage', { type: 'integer', default: 30, ...(most === undefined ? {} : { maximum: most }) }, description),
];
export const paging = pagingTo();

/** A stretch of time, in a zone of which dates are. */
export const spanIn = (zone: string): Parameter[] => [
  query('from', text, `An instant, or a date ${zone} for its start; the first of the month unless given.`),
  query('to', text, 'The end, not included; at most 1,100 days after from.'),
];

export const yesOrNo = { type: 'boolean' } as const;
export const csvFile = { description: 'A CSV file.', content: { 'text/csv': { schema: text } } };
export const pdfFile = { description: 'A PDF file.', content: { 'application/pdf': { schema: text } } };

/** A time on offer. */
export const timeOffered = { start: instant, end: instant, priceCents: cents };

/** For calls that need a token; the empty alternative lets guests in. */
export const signedIn = [{ token: [] }];
export const guestsToo = [{}, { token: [] }];

/** A body of JSON that has to be there. */
export function bodyOf(schema: Schema): unknown {
  return { required: true, content: { 'application/json': { schema } } };
}
