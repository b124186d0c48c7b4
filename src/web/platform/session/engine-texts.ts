import * as texts from '#texts/session.ts';

/**
 * How the records server's own texts begin. They are written for programs: they name records, collections and values. A page says in its own
 * words what they mean; a test compares this with every text of the server.
 */
const beginnings = [
  'Failed to',
  'The request',
  'The (?:authorized|auth|provided|record|maximum allowed|name) ',
  'The server ended',
  'The submitted number',
  'The collection',
  'The current and the previous',
  'The filter or sort',
  'The expand parameter',
  'The answer would',
  'The index',
  'The field',
  'The relation',
  'The primary key',
  'The model',
  'The value',
  'The length',
  'The backup',
  'The new email address',
  'The view',
  'The reader of the event stream',
  'The server is not ready',
  'The database',
  'Something went wrong while',
  'An error occurred',
  'You are not allowed to perform',
  'You asked for too many lists',
  'Only superusers',
  'All superusers',
  "You can't delete the only",
  'Only view collections',
  'View collections',
  'Provider with',
  'The provider',
  "Values don't",
  'Email domain',
  'Url domain',
  'Select ',
  'L(?:at|ong)itude',
  'Relation connection',
  'Data validations',
  'MFA requires',
  'Collection name',
  'Duplicated or',
  'Unique index',
  'Rate limit rule',
  'Insufficient permissions',
  'Records of',
  'Request entity',
  'Batch (?:request|transaction)',
  'Unsupported',
  'Missing',
  'Must (?:be (?:a valid|in a valid|no (?:less|greater|more) than|less|greater|at least|blank)|not be in list)',
  'Cannot be',
  'Value must',
  'Invalid ',
  'Too (?:long|many (?:subscriptions|event streams|connections))',
  'Decimal numbers',
  'Either onCreate',
  'System ',
  'Collection type',
  'Composite PKs',
  'Field type',
  'This id was used',
  'A different authentication method',
  'This account asks for its',
  'validation',
  // Of a file, by the name that it was to have.
  '"',
].join('|');
const ofEngine = new RegExp(`^(?:${beginnings})`);

/** Whether a message was written for programs and must not be shown to people. */
export function isEngineText(message: string): boolean {
  return ofEngine.test(message);
}

/** What the refusal of a sign-in by the account's own rule means: the account is suspended. */
export function isSuspension(message: string): boolean {
  return message.startsWith("The request doesn't satisfy the collection requirements");
}

type Refusal = { code: string; params: Record<string, unknown> };

/** Our sentence for what the server found wrong with a field. */
export function fieldSentence(field: string, { code, params }: Refusal): string {
  const limit = (name: string) => String(params[name] ?? '');
  switch (code) {
    case 'validation_required':
    case 'validation_empty':
      return texts.fillThisIn;
    case 'validation_not_unique':
      return /email/i.test(field) ? texts.addressTaken : texts.usedAlready;
    case 'validation_is_email':
    case 'validation_invalid_email':
      return texts.writeAnEmailAddress;
    case 'validation_values_mismatch':
      return texts.notTheSame;
    case 'validation_invalid_old_password':
    case 'validation_invalid_password':
      return texts.passwordIsWrong;
    case 'validation_min_text_constraint':
      return texts.atLeastCharacters({ count: Number(limit('min')) });
    case 'validation_max_text_constraint':
    case 'validation_length_too_long':
      return texts.atMostCharacters({ count: Number(limit('max')) });
    case 'validation_file_size_limit':
      return texts.fileTooLarge;
    case 'validation_invalid_mime_type':
    case 'validation_invalid_image':
      return texts.fileKindNotTaken;
    case 'validation_infected_file':
      return texts.fileIsHarmful;
    default:
      return texts.checkThisEntry;
  }
}
