import { wireDate } from '../wire-date.ts';

const dayMs = 86_400_000;

type Macro = (nowMs: number) => string | number;

const macros: Record<string, Macro> = {
  '@now': wireDate,
  '@yesterday': (nowMs) => wireDate(nowMs - dayMs),
  '@tomorrow': (nowMs) => wireDate(nowMs + dayMs),
  '@second': (nowMs) => new Date(nowMs).getUTCSeconds(),
  '@minute': (nowMs) => new Date(nowMs).getUTCMinutes(),
  '@hour': (nowMs) => new Date(nowMs).getUTCHours(),
  '@day': (nowMs) => new Date(nowMs).getUTCDate(),
  '@month': (nowMs) => new Date(nowMs).getUTCMonth() + 1,
  '@year': (nowMs) => new Date(nowMs).getUTCFullYear(),
  '@weekday': (nowMs) => new Date(nowMs).getUTCDay(),
  '@todayStart': (nowMs) => wireDate(startOf(nowMs, 3)),
  '@todayEnd': (nowMs) => wireDate(startOf(nowMs, 3) + dayMs - 1),
  '@monthStart': (nowMs) => wireDate(startOf(nowMs, 2)),
  '@monthEnd': (nowMs) => wireDate(startOf(nowMs, 2, 1) - 1),
  '@yearStart': (nowMs) => wireDate(startOf(nowMs, 1)),
  '@yearEnd': (nowMs) => wireDate(startOf(nowMs, 1, 1) - 1),
};

function startOf(nowMs: number, parts: 1 | 2 | 3, ahead = 0): number {
  const now = new Date(nowMs);
  const year = now.getUTCFullYear() + (parts === 1 ? ahead : 0);
  const month = parts === 1 ? 0 : now.getUTCMonth() + (parts === 2 ? ahead : 0);
  return Date.UTC(year, month, parts === 3 ? now.getUTCDate() : 1);
}

/** The value of a macro such as `@now` or `@monthStart` (UTC), undefined for another name. */
export function resolveMacro(name: string, nowMs: number): string | number | undefined {
  return Object.hasOwn(macros, name) ? macros[name]?.(nowMs) : undefined;
}
