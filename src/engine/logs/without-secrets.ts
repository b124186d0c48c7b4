const hidden = '***';
/** Runs of what tokens are written with, also percent-encoded. */
const runs = /[\w.%~-]+/g;
const shortestToken = 20;
/** Without a value of a parameter, and without a run as long as a token, there is nothing to hide: so most addresses are. */
const suspicious = /=|[\w.%~-]{20}/;
/** What stands for a person in an address that programs read, such as a calendar's. */
const random = /^[A-Za-z0-9]{40,}$/;

/**
 * A text of a request without its secrets: the values of parameters that are named for one, and whatever looks like a token (a JSON web token,
 * or 40 letters and digits in a row: no id is as long), wherever it stands and however it is encoded. Looks at each character a fixed number of times, whatever the text is.
 */
export function withoutSecrets(text: string): string {
  if (!suspicious.test(text)) return text;
  return text
    .split(/([?&#;])/)
    .map((part) => withoutValue(part))
    .join('')
    .replace(runs, (run) => (isToken(run) ? hidden : run));
}

function withoutValue(part: string): string {
  const equals = part.indexOf('=');
  return equals > 0 && isSecretName(decoded(part.slice(0, equals))) ? part.slice(0, equals + 1) + hidden : part;
}

function isSecretName(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    ['token', 'secret', 'password'].some((word) => lower.includes(word)) || ['code', 'otp', 'state'].includes(lower)
  );
}

function isToken(run: string): boolean {
  if (run.length < shortestToken) return false;
  const parts = decoded(run).split('.');
  return parts.some((part) => (parts.length > 1 && part.startsWith('eyJ')) || random.test(part));
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
