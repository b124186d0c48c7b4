import { isDatabaseAway } from './database/is-database-away.ts';

type Details = {
  name?: unknown;
  code?: unknown;
  syscall?: unknown;
  port?: unknown;
  address?: unknown;
  hostname?: unknown;
  path?: unknown;
  message?: unknown;
};

const describedByThemselves = new Set([
  'DataFolderError',
  'DemoDataError',
  'EmbeddedPostgresError',
  'FunctionError',
  'MigrationError',
  'NoDashboard',
  'SettingsKeyError',
  'StoredSettingsError',
]);

/**
 * One sentence for the person who starts the server, when what went wrong is theirs to change: a port in use, a database that can't
 * be reached, a full disk. Undefined for anything else, which is then a fault of ours and should be shown whole.
 */
export function describeStartError(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const details: Details = error;
  if (typeof details.name === 'string' && describedByThemselves.has(details.name)) return String(details.message);
  // A connection that was tried over IPv4 and IPv6 fails with both errors in one; they say the same.
  if (error instanceof AggregateError && error.errors.length > 0) return describeStartError(error.errors[0]);
  const where = details.syscall === 'listen' ? describeListenError(details) : describeDatabaseError(details);
  return where ?? describeFileError(details) ?? (isDatabaseAway(error) ? describeAway(details) : undefined);
}

function describeListenError({ code, port, address }: Details): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${address} is in use by another program; stop that one, or set PORT to another number.`;
    case 'EACCES':
      return `Port ${port} may not be used by this account; set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${address}; set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return undefined;
  }
}

function describeDatabaseError({ code, syscall, address, port, hostname, message }: Details): string | undefined {
  switch (code) {
    case 'ECONNREFUSED':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return syscall === 'connect'
        ? `The database at ${address}${port ? `:${port}` : ''} can't be reached (${code}); see DATABASE_URL.`
        : undefined;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no host ${hostname}; see HOST and DATABASE_URL.`;
    // The classes of PostgreSQL's refusals to let us in: wrong password, no such database, too many connections.
    case '28000':
    case '28P01':
    case '3D000':
    case '53300':
    case '42501':
      return `The database of DATABASE_URL refuses: ${message}.`;
    case '53100':
      return 'The disk that holds the database is full. Free some space and start again; nothing that was confirmed is lost.';
    default:
      return undefined;
  }
}

function describeAway({ message }: Details): string {
  return `The database went away while the server started (${message}). Its own log says why; start again when it is back.`;
}

function describeFileError({ code, path }: Details): string | undefined {
  const place = path ? ` (${path})` : '';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk is full${place}; free some space and start again, nothing that was confirmed is lost.`;
    case 'EROFS':
      return `The data folder can't be written to: its disk is read-only${place}; set DATA_DIR to another folder.`;
    case 'EACCES':
    case 'EPERM':
      return `The account that starts the server may not use a file it needs${place}; give it the right, or set DATA_DIR to another folder.`;
    default:
      return undefined;
  }
}
