const mostParameters = 50;

/**
 * Whether a line of a calendar file, taken together where it is folded, has more parameters before its value than any program writes: the parser looks
 * through all of them anew for each.
 */
export function hasEndlessLine(text: string): boolean {
  let parameters = 0;
  let isQuoted = false;
  let isValue = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\n' && text[at + 1] !== ' ' && text[at + 1] !== '\t') {
      parameters = 0;
      isQuoted = false;
      isValue = false;
    } else if (isValue) continue;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === ':' && !isQuoted) isValue = true;
    else if (letter === ';' && ++parameters > mostParameters) return true;
  }
  return false;
}
