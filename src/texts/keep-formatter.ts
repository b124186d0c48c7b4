const kept = new Map<string, unknown>();

/** A formatter of Intl, made once for what `key` says of it, since making one takes longer than a hundred uses. */
export function keepFormatter<T>(key: string, make: () => T): T {
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as T;
}
