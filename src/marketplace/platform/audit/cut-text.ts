const longestText = 200;

/** The beginning of a long text, of 200 characters. A character of two halves stays whole: the database takes none for itself. */
export function cutText(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
