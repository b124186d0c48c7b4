/** A port of the loopback that nobody listens on just now. */
export function freePort(): Promise<number>;
