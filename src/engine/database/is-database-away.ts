/** When somebody who met a database that was away may come again. */
export const databaseAgainMs = 5000;

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/** What `pg` says without a code. */
const words = [
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

/**
 * The classes of SQLSTATE by which PostgreSQL says that it can't serve now: a broken connection (08), a read-only server (25006), too little of
 * something (53), a statement that was ended or a server that ends (57), writes that were in each other's way again and again (40).
 */
const states = /^(?:08|40|53|57)...$|^25006$/;

/** True when a statement failed because the database is away, starts, ends, is overloaded or took too long: asked again later it may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  const { code, syscall, severity } = error as { code?: unknown; syscall?: unknown; severity?: unknown };
  if (typeof code !== 'string') return words.some((start) => error.message.startsWith(start));
  if (severity !== undefined) return states.test(code);
  return networkCodes.has(code) && (syscall === 'connect' || syscall === 'read' || syscall === 'write');
}
