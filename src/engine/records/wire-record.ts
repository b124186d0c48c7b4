/** A record as it leaves the server. */
export type WireRecord = Record<string, unknown>;
