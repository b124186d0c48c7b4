/** What SQL's `ilike` is given to find a text anywhere in a value: a `%` or `_` that somebody typed stands for itself. */
export function likeText(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
