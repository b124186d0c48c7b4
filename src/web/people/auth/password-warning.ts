import { knownWords, leakedPasswords } from '#rules/passwords/common-passwords.ts';
import * as texts from '#texts/auth.ts';

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '01234567890', '1234567890'];

/**
 * Why a password is easily guessed, or undefined when nothing speaks against it. Works without any network, from lists and rules; too short a one
 * is another matter and gets none. `known` are words that guessers try first: the person's name and address.
 */
export function passwordWarning(password: string, known: readonly string[] = []): string | undefined {
  const plain = password.toLowerCase();
  if (plain.length < 8) return undefined;
  if (leakedPasswords.has(plain) || leakedPasswords.has(unmasked(plain))) {
    return texts.thisPasswordIsOnLists;
  }
  if (new Set(plain).size <= 2) return texts.thisIsOneOrTwo;
  if (isRow(plain)) return texts.rowOfKeys;
  if (isWordWithTail(plain)) return texts.thisIsAWellKnown;
  if (isPersonal(plain, known)) return texts.madeOfYourName;
  return undefined;
}

/** Letters for the digits and signs that stand in for them. */
function unmasked(text: string): string {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': 'l',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  };
  return [...text].map((sign) => letters[sign] ?? sign).join('');
}

/** Keys that lie beside each other, forwards or backwards, once or repeated. */
function isRow(text: string): boolean {
  const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))];
  const longest = (from: number) => {
    let length = 1;
    while (from + length < text.length && runs.some((run) => run.includes(text.slice(from, from + length + 1))))
      length++;
    return length;
  };
  for (let from = 0; from < text.length; ) {
    const length = longest(from);
    if (length < 3) return false;
    from += length;
  }
  return true;
}

function isWordWithTail(text: string): boolean {
  const bare = (candidate: string) => candidate.replace(/^[^a-z]+|[^a-z]+$/g, '');
  return [bare(text), bare(unmasked(text.replace(/[^a-z]+$/, '')))].some((word) => knownWords.has(word));
}

function isPersonal(text: string, known: readonly string[]): boolean {
  const words = known.flatMap((item) => item.toLowerCase().split(/[^a-z0-9]+/)).filter((word) => word.length >= 3);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && rest.replaceAll(/[^a-z]/g, '').length < 4;
}
