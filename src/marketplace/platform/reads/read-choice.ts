import { badRequest } from '#engine/http/api-error.ts';

/** A parameter that must be one of a few words; absent and empty are `undefined`. Throws 400 with a code at the parameter. */
export function readChoice<T extends string>(
  query: Record<string, string>,
  name: string,
  choices: readonly T[],
): T | undefined {
  const given = query[name];
  if (!given) return undefined;
  const choice = choices.find((candidate) => candidate === given);
  if (choice) return choice;
  throw badRequest('Something went wrong while processing your request.', {
    [name]: { code: 'validation_in_invalid', message: `Must be one of ${choices.join(', ')}.` },
  });
}
