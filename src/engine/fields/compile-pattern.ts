import { RE2JS } from 're2js';

const known = new Map<string, RE2JS>();
const maxKnown = 500;

/**
 * A pattern of a field, in the syntax of RE2 as the reference has it, run by an engine that cannot backtrack: the time it takes grows with the
 * text and no faster. Throws an Error in the reference's words for what RE2 does not know.
 */
export function compilePattern(pattern: string): RE2JS {
  const found = known.get(pattern);
  if (found) return found;
  const compiled = compile(pattern);
  if (known.size >= maxKnown) known.clear();
  known.set(pattern, compiled);
  return compiled;
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'error parsing regexp';
    // The reference names the offending part always, also where there is none.
    throw new Error(reason.endsWith('`') ? reason : `${reason}: \`\``, { cause });
  }
}
