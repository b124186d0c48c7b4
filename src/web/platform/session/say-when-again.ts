import * as texts from '#texts/session.ts';

/**
 * A refusal of too many calls with the time from which another is answered: `That was tried too often. Try again in 40 seconds.` `retryAfter` is the
 * header's whole seconds; without it the message is all that is said.
 */
export function sayWhenAgain(message: unknown, retryAfter: string | null): string {
  const isOurs = typeof message === 'string' && message.trim() !== '' && message !== 'Too Many Requests.';
  const said = isOurs ? message.trim() : texts.triedTooOften;
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  if (seconds === undefined) return said;
  // What the server says of it without figures is less.
  const sentences = said.replace(/[,.]? (?:please )?(?:try|wait)\b[^.]*\.?$/i, '.');
  return texts.tryAgainIn({ said: sentences, wait: waitWords(seconds) });
}

function waitWords(seconds: number): string {
  if (seconds < 90) return texts.countSeconds({ count: seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return texts.countMinutes({ count: minutes });
  return texts.countHours({ count: Math.ceil(minutes / 60) });
}
