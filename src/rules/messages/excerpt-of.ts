const longest = 200;

/** The beginning of a message in one line; with files alone, that there are some. */
export function excerptOf(text: string, fileCount: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return fileCount === 1 ? 'Sent a file' : 'Sent files';
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
}
