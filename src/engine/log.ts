import { pino } from 'pino';

/** Structured log lines; never pass tokens, codes, passwords or whole bodies. */
export type Logger = {
  info: (fields: Record<string, unknown>, message: string) => void;
  warn: (fields: Record<string, unknown>, message: string) => void;
  error: (fields: Record<string, unknown>, message: string) => void;
};

/** JSON lines on standard error from `level` on (`silent` turns them off). */
export function createLogger(level: 'info' | 'warn' | 'error' | 'silent'): Logger {
  return pino({ level, redact: ['token', 'password', 'authorization', '*.token', '*.password'] }, pino.destination(2));
}
