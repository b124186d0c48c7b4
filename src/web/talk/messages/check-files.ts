import * as texts from '#texts/messages.ts';

/** What the server takes with a message; it looks at the content again. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
const mostFiles = 4;
const mostBytes = 8 * 1024 * 1024;

type Chosen = { name: string; type: string; size: number };

/** Why these files can't be sent together, or undefined when they can. */
export function checkFiles(files: readonly Chosen[]): string | undefined {
  if (files.length > mostFiles) return texts.atMostMostFilesFilesGo({ mostFiles });
  const wrong = files.find(({ type }) => !acceptedTypes.some((accepted) => accepted === type));
  if (wrong) return texts.wrongNameIsNoJpgPng({ wrongName: wrong.name });
  const large = files.find(({ size }) => size > mostBytes);
  return large ? texts.fileTooLarge({ largeName: large.name }) : undefined;
}
