import { chatName, hideContacts } from '../messages/hide-contacts.ts';
import { hasLookalikes } from '../privacy/fold-lookalikes.ts';
import { foldSigns } from '../privacy/fold-signs.ts';
import { hideNric, nricMark } from '../privacy/hide-nric.ts';

/** What a name has that no name has; the first that is found. */
export type NameProblem = 'nric' | 'characters' | 'sign' | 'digits' | 'address' | 'ours';

/** Of which digits a run is taken for a number, however they are set apart. */
const digitRun = /\p{N}(?:[\s.,\-–_()*·]{0,3}\p{N}){3}/u;
/** A host, as links and addresses have it: a label, a dot and letters right after it. `J.P. Tan` has single letters before its dots. */
const host = /[\p{L}\p{N}-][\p{L}\p{N}-][.。｡][\p{L}\p{N}]{2}/u;
const sign = /[/\\@<>]/;
/** The product's own name: who has it would write to others in ours. */
const ours = /kerbside/i;
// Letters of some scripts are joined or kept apart by signs without a width; elsewhere these, and those that turn a text around, only deceive.
const deceiving =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|[\p{Script=Latin}\p{N}][\u200c\u200d]|[\u200c\u200d][\p{Script=Latin}\p{N}]/u;

// As names are written in Singapore's papers: Muthu s/o Raman, Kavitha d/o Kumar, Siti w/o Ali, Vijay a/l Ganesan, Mala a/p Ravi.
const descent = /(?<![\p{L}\p{N}])(?:[sdw]\/o|a\/[lp])(?![\p{L}\p{N}/])/giu;
/** Another name of the same person, with spaces around: Tan Ah Kow @ Peter Tan. An address has none. */
const alias = /(?<=\p{L}[)'’.]?) @ (?=\p{L})/gu;

/**
 * What keeps a text from being a person's name; undefined where nothing does. Names go into mails, notices and conversations of people who never agreed
 * to anything, so they have no room for numbers (four digits and more), addresses, links and characters that nobody sees.
 */
export function judgeName(name: string): NameProblem | undefined {
  // Where another door hid it already, what stands in its place is no name either.
  if (hideNric(name) !== name || name.includes(nricMark)) return 'nric';
  if (deceiving.test(name) || hasLookalikes(name)) return 'characters';
  const plain = plainName(name);
  if (sign.test(plain)) return 'sign';
  if (digitRun.test(plain)) return 'digits';
  if (host.test(plain) || chatName.test(plain) || hideContacts(plain).isChanged) return 'address';
  return ours.test(plain.replaceAll(/[^\p{L}]/gu, '')) ? 'ours' : undefined;
}

/** As it is judged: the letters that all spellings come to, and without what names are allowed besides. */
function plainName(name: string): string {
  return foldSigns(name).replace(descent, ' ').replace(alias, ' ');
}

/**
 * A name that came from elsewhere (an outside account, an import) without the words that a name has no room for; what is left may be empty. A name that
 * nothing is wrong with stays as it is. What the operator writes may have a number that nobody is reached by.
 */
export function cleanName(name: string, { isOperators = false } = {}): string {
  const problem = judgeName(name);
  const mayStay = isOperators && problem === 'digits' && !hideContacts(name).isChanged;
  if (problem === undefined || mayStay) return name;
  const visible = [...name].filter((letter) => !deceiving.test(letter) && !/[\u200c\u200d]/.test(letter)).join('');
  const words = hideNric(foldSigns(visible)).replaceAll(nricMark, ' ').split(/\s/);
  const kept = tidy(words.filter((word) => word === '@' || judgeName(word) === undefined).join(' '));
  if (judgeName(kept) === undefined) return kept;
  // What is left of one that was made to deceive: its letters, as long as they spell no number.
  const letters = tidy(kept.replace(/[^\p{L}\p{M}'’ -]/gu, ' '));
  return judgeName(letters) === undefined ? letters : '';
}

function tidy(name: string): string {
  return name
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ');
}
