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

const token = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s"{}[\],:]+|[\s,:]+/gsy;

function endOfFirstValue(text: string): number | undefined {
  let depth = 0;
  token.lastIndex = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [piece] = match;
    if (piece === '{' || piece === '[') depth++;
    else if (piece === '}' || piece === ']') depth--;
    const isSpace = /^[\s,:]/.test(piece);
    if (depth <= 0 && !isSpace) return match.index + piece.length;
  }
  return undefined;
}
