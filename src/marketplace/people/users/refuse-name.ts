import { judgeName, type NameProblem } from '#rules/names/judge-name.ts';

const messages: Record<NameProblem, string> = {
  nric: 'This looks like the number of an NRIC. Leave it out: no such number is kept here.',
  characters: 'This has characters that nobody sees. Type the name again by hand.',
  sign: 'A name has no @, /, \\, < or >. An alias has spaces around its @, and s/o, d/o, a/l and a/p may stay.',
  digits: 'A name has no number of four or more digits. Leave it out; a phone number has a field of its own.',
  address: 'A name has no address, link or spelled number. Write a space after a full stop.',
  ours: 'A name can’t have the name of this service in it.',
};

/** What keeps a text from being a person's name, as the error of a field; undefined where nothing does. */
export function nameRefusal(name: string): { code: string; message: string } | undefined {
  const problem = judgeName(name);
  return problem && { code: `name_${problem}`, message: messages[problem] };
}
