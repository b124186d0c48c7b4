/** A record in memory: field name -> value in wire form (dates as wire text, multi values as arrays), plus `id`. */
export type RecordValues = Record<string, unknown> & { id: string };
