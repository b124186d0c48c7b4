/** What most people learn: first in the list, and all of it while nobody knows what is taught. */
const usual = ['3A', '3'];
/** Those that there are besides. */
const others = ['2', '2A', '2B', '3C', '3CA', '4', '4P'];

/** The classes to wait for, by how many instructors teach each: those that are taught, and the one that is wanted already. */
export function offeredClasses(counts: Readonly<Record<string, number>> | undefined, wanted?: string): string[] {
  const taught = counts ? Object.keys(counts).filter((name) => (counts[name] ?? 0) > 0) : usual;
  return [...usual, ...others].filter((name) => name === wanted || taught.includes(name));
}
