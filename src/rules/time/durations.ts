/** Lengths of time in milliseconds. A calendar day may be an hour longer or shorter: that is for local-time.ts. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;
