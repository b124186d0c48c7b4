import type { Collection, Field, Rule } from '#engine/collections/collection.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { holdsWords } from '#marketplace/platform/rights/contacts.ts';
import { personRule, staffRule } from '#marketplace/platform/rights/field-rights.ts';
import { rolesWith, staffRights } from '#rules/staff/staff-rights.ts';

const header = `# Who may write and see what

Made from the product's collections by \`test/wire/rights-table.test.ts\`, which compares it; \`UPDATE_DOCS=1\` writes it anew. Superusers may do all of
it; what is not named here follows the rules of its record ([api.md](api.md)).
`;
const textsHeader = `
## What becomes of contact details in texts

Each text that people write says it where it is defined ([contact details](decisions/contact-details.md)). Before anything is kept it passes \`src/marketplace/trust/privacy/keep-contacts.ts\`, so that pages,
mails, notices, files and streams have what passed.
`;

/** docs/rights.md as the collections say it. */
export function rightsTable(): string {
  const rows = marketplaceCollections.flatMap((collection) =>
    collection.fields.flatMap((field) => rowsOf(collection, field)),
  );
  const texts = marketplaceCollections.flatMap(({ name, fields }) =>
    fields.filter(holdsWords).map((field) => `| \`${name}.${field.name}\` | ${field.contacts} |`),
  );
  return `${header}\n| field | who decides its value | anybody else's answers | who is shown it |\n|---|---|---|---|\n${rows.join('\n')}\n${textsHeader}\n| field | contact details |\n|---|---|\n${texts.join('\n')}\n`;
}

function rowsOf({ name }: Collection, field: Field): string[] {
  const { decided, seenBy, wholeFor } = field;
  if (!decided && seenBy === undefined && wholeFor === undefined) return [];
  const who = decided ? deciderOf(decided) : 'who may write the record';
  const answer = decided ? answerOf(decided) : '';
  const whole = wholeFor === undefined ? '' : `; whole ${wordsOf(wholeFor)}`;
  const seen = seenBy === undefined ? (field.hidden ? 'nobody' : `who sees the record${whole}`) : wordsOf(seenBy);
  return [`| \`${name}.${field.name}\` | ${who} | ${answer} | ${seen} |`];
}

type Decided = NonNullable<Field['decided']>;

function deciderOf({ by, isCaller, isFinal, onlyLater }: Decided): string {
  const later = by === null ? 'nobody' : wordsOf(by);
  const change = isFinal ? '; nobody changes it' : '';
  if (isCaller) return `its maker's account; ${later} otherwise${change}`;
  if (onlyLater) return `its maker; later ${later}`;
  return by === null ? 'the server' : later;
}

function answerOf({ code = 'not_allowed', isPassedOver }: Decided): string {
  return isPassedOver ? `passed over in a new record, later 400 \`${code}\`` : `400 \`${code}\``;
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
