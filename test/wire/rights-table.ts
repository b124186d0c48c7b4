import type { Field, Rule } from '#engine/collections/collection.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { holdsWords } from '#marketplace/platform/rights/contacts.ts';
import { personRule, staffRule } from '#marketplace/platform/rights/field-rights.ts';
import { rolesWith, staffRights } from '#rules/staff/staff-rights.ts';

const header = `# Who may write and see each field

Made from the product's collections by \`test/wire/rights-table.test.ts\`, which compares it. \`UPDATE_DOCS=1\` writes it.

- Superusers may write and see everything.
- A field that is missing here follows the rules of its record ([api.md](api.md)).
- *Decided by*: who decides the value. "maker, then …" is the record's maker when it is created, and the others later.
- *Code*: everybody else gets 400 with this code at the field. \`*\`: in a new record the value is ignored.
- *Seen by* is empty where everybody who sees the record sees the field.
`;
const textsHeader = `
## Contact details in texts

A text passes \`src/marketplace/trust/privacy/keep-contacts.ts\` before it is stored. Pages, mails, notifications,
files and streams show what passed ([contact details](decisions/contact-details.md)).
`;

/** docs/rights.md as the collections say it. */
export function rightsTable(): string {
  const rights = marketplaceCollections.flatMap(({ name, fields }) => group(name, fields.flatMap(rightsOf)));
  const texts = marketplaceCollections.flatMap(({ name, fields }) =>
    group(
      name,
      fields.filter(holdsWords).map((field) => ({ field: field.name, rest: field.contacts ?? '' })),
    ),
  );
  return [
    header,
    '| collection | fields | decided by | code | seen by |\n|---|---|---|---|---|',
    ...rights,
    textsHeader,
    '| collection | fields | contact details |\n|---|---|---|',
    ...texts,
    '',
  ].join('\n');
}

/** One row for all fields of a collection of which the same is said. */
function group(collection: string, said: Array<{ field: string; rest: string }>): string[] {
  const rows = Map.groupBy(said, ({ rest }) => rest);
  return [...rows].map(
    ([rest, some]) => `| \`${collection}\` | ${some.map(({ field }) => `\`${field}\``).join(', ')} | ${rest} |`,
  );
}

function rightsOf(field: Field): Array<{ field: string; rest: string }> {
  const { decided, seenBy, wholeFor } = field;
  if (!decided && seenBy === undefined && wholeFor === undefined) return [];
  const who = decided ? deciderOf(decided) : 'writers of the record';
  const code = decided ? codeOf(decided) : '';
  const whole = wholeFor === undefined ? '' : `unmasked by ${wordsOf(wholeFor)}`;
  const seen = seenBy === undefined ? (field.hidden ? 'nobody' : whole) : wordsOf(seenBy);
  return [{ field: field.name, rest: `${who} | ${code} | ${seen}` }];
}

type Decided = NonNullable<Field['decided']>;

function deciderOf({ by, isCaller, isFinal, onlyLater }: Decided): string {
  const later = by === null ? 'nobody' : wordsOf(by);
  const change = isFinal ? '; final' : '';
  if (isCaller) return `the maker's account, or ${later}${change}`;
  if (onlyLater) return `maker, then ${later}`;
  return by === null ? 'the server' : later;
}

function codeOf({ code = 'not_allowed', isPassedOver }: Decided): string {
  return `\`${code}\`${isPassedOver ? ' `*`' : ''}`;
}

function wordsOf(rule: Rule): string {
  if (rule === null) return 'nobody';
  if (rule === personRule) return 'people who are signed in';
  const whole = staffRights.find((right) => rule === staffRule(right));
  if (whole) return staffOf(whole, 's');
  const text = staffRights.reduce((words, right) => words.replaceAll(staffRule(right), staffOf(right)), rule);
  return `\`${text.replace(personRule, 'person').replaceAll('|', '\\|')}\``;
}

/** `admin or moderator`: the roles that have a right. */
function staffOf(right: (typeof staffRights)[number], plural = ''): string {
  return rolesWith(right)
    .reverse()
    .map((role) => (role === 'finance' ? role : `${role}${plural}`))
    .join(' or ');
}
