/** What the server takes with a message; it looks at the content again. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
const mostFiles = 4;
const mostBytes = 8 * 1024 * 1024;

type Chosen = { name: string; type: string; size: number };

/** Why these files can't be sent together, or undefined when they can. */
export function checkFiles(files: readonly Chosen[]): string | undefined {
  if (files.length > mostFiles) return `At most ${mostFiles} files go with a message.`;
  const wrong = files.find(({ type }) => !acceptedTypes.some((accepted) => accepted === type));
  if (wrong) return `${wrong.name} is no JPG, PNG, WebP or PDF file.`;
  const large = files.find(({ size }) => size > mostBytes);
  return large ? `${large.name} is larger than 8 MB.` : undefined;
}
