/**
 * The first complete JSON value of a text; what follows it is ignored, as a stream decoder does (wire contract, section 1).
 * Throws a SyntaxError when there is none.
 */
export function parseFirstJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const end = endOfFirstValue(text);
    if (end === undefined || end === text.length) throw error;
    return JSON.parse(text.slice(0, end));
  }
}

function endOfFirstValue(text: string): number | undefined {
  let depth = 0;
  let inText = false;
  const start = text.search(/\S/);
  if (start < 0) return undefined;
  const isNested = text[start] === '{' || text[start] === '[';
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (inText) {
      if (character === '\\') index++;
      else if (character === '"') inText = false;
      if (!inText && !isNested) return index + 1;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return index + 1;
    } else if (!isNested && /[\s,{}[\]]/.test(character ?? '')) return index;
  }
  return undefined;
}
