import * as texts from '#texts/lessons.ts';

/** A class of licence with its transmission, as people say it; empty for none. */
export function classWords(licenceClass: string | undefined): string {
  if (!licenceClass) return '';
  const names: Record<string, string> = { '3A': texts.classAutomatic, '3': texts.classManual };
  return names[licenceClass] ?? texts.someClass({ licenceClass });
}
