// Long because it is a table: one entry a budget.
import { ApiError, type ErrorData } from '../http/api-error.ts';

/** What a stranger can make the server hold or do, how much of it unless the operator says otherwise, and the refusal of one more. */
type Budget = {
  limit: number;
  /** What is counted, and for whom: a line of the table in docs/operations.md. */
  bounds: string;
  status: 200 | 400 | 401 | 413 | 429 | 503;
  message: string;
};

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const bodyTooLarge = 'Request entity too large.';
const tooMany = 'Too Many Requests.';
const bodyUnreadable = 'An error occurred while loading the submitted data.';

/**
 * Every budget of the server by its name, whose last word is its unit. A part of the server that holds or does something for strangers adds its
 * row here, a line to the table in docs/operations.md (a test compares them), and a test at the limit and at one more.
 */
export const budgets = {
  guestBodyBytes: {
    limit: 256 * kibibyte,
    bounds: 'the body of a guest’s request, without the files that the collection takes of guests',
    status: 413,
    message: bodyTooLarge,
  },
  personBodyBytes: {
    limit: 2 * mebibyte,
    bounds: 'the body of a signed-in person’s request, without the files and long fields that the collection takes',
    status: 413,
    message: bodyTooLarge,
  },
  bodyBytes: {
    limit: 32 * mebibyte,
    bounds: 'the body of a superuser’s request, without what files and long fields of the collection add',
    status: 413,
    message: bodyTooLarge,
  },
  heldBodyBytes: {
    limit: 96 * mebibyte,
    bounds:
      'all bodies that this server holds in memory at one moment, with the texts and values that it makes of them; large ones have three quarters of it, and several of one account, or of one network address of guests, an eighth of what the others leave, all of one IPv6 /48 or IPv4 /24 seven eighths; guests leave a sixteenth to people who are signed in',
    status: 503,
    message: 'The server holds too many requests at the moment.',
  },
  heldAnswerBytes: {
    limit: 128 * mebibyte,
    bounds:
      'all answers of more than 128 KiB that wait in this server’s memory for their readers, of a file 256 KiB; of people and guests as with bodies',
    status: 503,
    message: 'The server holds too many requests at the moment.',
  },
  bodyKeys: {
    limit: 5000,
    bounds: 'values of a form, text parts of a multipart body',
    status: 400,
    message: bodyUnreadable,
  },
  bodyFiles: { limit: 500, bounds: 'file parts of a multipart body', status: 400, message: bodyUnreadable },
  guestJsonElements: {
    limit: 5000,
    bounds: 'values and names in a JSON body or `@jsonPayload` of a guest',
    status: 400,
    message: bodyUnreadable,
  },
  personJsonElements: {
    limit: 50_000,
    bounds: 'values and names in a JSON body or `@jsonPayload` of a signed-in person',
    status: 400,
    message: bodyUnreadable,
  },
  jsonElements: {
    limit: 200_000,
    bounds: 'values and names in a JSON body or `@jsonPayload` of a superuser',
    status: 400,
    message: bodyUnreadable,
  },
  jsonLevels: {
    limit: 200,
    bounds: 'lists and objects inside each other in a JSON body or `@jsonPayload`',
    status: 400,
    message: bodyUnreadable,
  },
  registrationsPerHour: {
    limit: 30,
    bounds: 'new accounts from one network address',
    status: 429,
    message: tooMany,
  },
  mailsPerHour: {
    limit: 60,
    bounds: 'calls from one network address that send a mail with a code or a link',
    status: 429,
    message: tooMany,
  },
  receiverAskedPerHour: {
    limit: 5,
    bounds:
      'links, and again codes, that anybody can ask for, to one address from all networks; devices the account knows, and who gave its password just now, have as many of their own. Of strangers one network (of IPv6 48 bits) has two fifths. One that was used counts no more. What is more is not sent, the answer is the same',
    status: 200,
    message: tooMany,
  },
  receiverAskedPerDay: {
    limit: 20,
    bounds: 'the same in 24 hours; one network of strangers has three tenths',
    status: 200,
    message: tooMany,
  },
  receiverChangesPerDay: {
    limit: 10,
    bounds:
      'mails to one address that ask whether it is to be an account’s new one, in 24 hours; two of them from one account',
    status: 429,
    message: 'This address was asked too often today. Try again tomorrow.',
  },
  receiverTextsPerDay: {
    limit: 20,
    bounds:
      'codes that are texted to one telephone number, in 24 hours; two of them from one account. One that was used counts no more',
    status: 429,
    message: 'This number had as many codes as it gets in a day. Try again tomorrow.',
  },
  textedCodesPerDay: {
    limit: 500,
    bounds: 'codes that are texted to telephone numbers for all accounts together, in 24 hours: each costs money',
    status: 429,
    message: 'The server sent as many codes as it may in a day. Try again tomorrow.',
  },
  receiverNotesPerDay: {
    limit: 50,
    bounds: 'mails to one address that tell of somebody’s message, in 24 hours. What is more is read in the product',
    status: 200,
    message: tooMany,
  },
  receiverNoticesPerDay: {
    limit: 20,
    bounds:
      'other mails to an address that its account has not proved, in 24 hours. Those to a proved one follow from what its owner did, and all go out',
    status: 200,
    message: tooMany,
  },
  addressChangesPerDay: {
    limit: 5,
    bounds: 'new addresses that one account asks for, in 24 hours',
    status: 429,
    message: tooMany,
  },
  signInsPerMinute: {
    limit: 60,
    bounds: 'calls from one network address that sign in, by whatever way, rightly or wrongly',
    status: 429,
    message: tooMany,
  },
  guestRequestsPerMinute: {
    limit: 1800,
    bounds: 'calls of the API by guests from one network address; a long answer counts once more for every 32 KiB',
    status: 429,
    message: tooMany,
  },
  pageRendersPerMinute: {
    limit: 900,
    bounds: 'pages written for one network address; those that are kept cost nothing',
    status: 429,
    message: tooMany,
  },
  waitingPages: {
    limit: 1000,
    bounds:
      'pages that wait on this server to be written, one at a time; those that are kept wait for nothing. Where all are taken, the network with the most gives up its newest for another network',
    status: 503,
    message: 'The server holds too many pages to write at the moment.',
  },
  personRequestsPerMinute: {
    limit: 1800,
    bounds: 'calls of the API by one account; a long answer counts once more for every 32 KiB',
    status: 429,
    message: tooMany,
  },
  personCreatesPerHour: {
    limit: 3600,
    bounds: 'records that one account makes',
    status: 429,
    message: tooMany,
  },
  personStoredKib: {
    limit: 200 * 1024,
    bounds: 'the files that one account stores in 24 hours, begun KiB, whether they are kept or deleted',
    status: 429,
    message: 'You stored too many files today. Try again tomorrow.',
  },
  callerForeignWorks: {
    limit: 64,
    bounds:
      'pictures, PDFs and thumbnails that one account, or one network address of guests, has in the making or waiting on this server; one at a time is made',
    status: 429,
    message: 'You asked for too many pictures or PDFs at once. Try again in a moment.',
  },
  waitingForeignWorks: {
    limit: 400,
    bounds:
      'pictures, PDFs, thumbnails, calendars and reports that wait on this server to be made, two at a time; with more the network that has most of them waiting gives up its last one',
    status: 503,
    message: 'The server holds too many pictures and PDFs to make at the moment.',
  },
  loggedKibPerHour: {
    limit: 128 * 1024,
    bounds:
      'what this server writes down of requests in its log; one account, or one network address of guests, has an eighth of what the others leave. What is more is answered, left out and counted there',
    status: 200,
    message: tooMany,
  },
  databaseMs: {
    limit: 15_000,
    bounds: 'the time of one statement in the database',
    status: 503,
    message: 'The database is busy or away at the moment.',
  },
  filterJoins: {
    limit: 100,
    bounds: 'other collections that a filter or a sort leads through, each step of each path for itself',
    status: 400,
    message: 'The filter or sort leads through too many relations.',
  },
  wideQueryMs: {
    limit: 3000,
    bounds:
      'the time of a list, or of a subscription’s question, whose filter or sort leads into other collections, and of a list whose filter has patterns, functions or more than 20 comparisons, unless a superuser asks',
    status: 400,
    message: 'The filter or sort takes too long. Lead through fewer relations, or compare less.',
  },
  callerWideQueries: {
    limit: 32,
    bounds: 'such lists that one account, or one network address of guests, has under way or waiting on this server',
    status: 429,
    message: 'You asked for too many lists through relations at once.',
  },
  expandNames: {
    limit: 50,
    bounds: 'relations that `expand` names, each level of a path for itself',
    status: 400,
    message: 'The expand parameter names too many relations.',
  },
  expandedRecords: {
    limit: 5000,
    bounds: 'records that `expand` adds to one answer, each as often as it occurs',
    status: 400,
    message: 'The answer would be expanded by too many records. Ask for fewer relations or a smaller page.',
  },
  expandedBytes: {
    limit: 4 * mebibyte,
    bounds: 'what `expand` adds to one answer',
    status: 400,
    message: 'The answer would be expanded by too much. Ask for fewer relations or a smaller page.',
  },
  sqlBytes: {
    limit: 8 * mebibyte,
    bounds: 'the values of one answer of `POST /api/sql`',
    status: 400,
    message: 'The answer would be too large. Ask for fewer rows or shorter values.',
  },
  sqlMs: {
    limit: 10_000,
    bounds:
      'the time of one call of `POST /api/sql` in all; one is answered at a time, and waiting for its turn counts',
    status: 400,
    message: 'The query takes too long, or waited too long for others.',
  },
  backupParts: {
    limit: 200_000,
    bounds: 'the parts of a backup that is uploaded or restored: its tables and files',
    status: 400,
    message: 'The backup has too many parts.',
  },
  backupBytes: {
    limit: 100 * 1024 * mebibyte,
    bounds: 'what a backup that is uploaded or restored is, with all of its parts unpacked',
    status: 400,
    message: 'The backup is too large.',
  },
  sessionDays: {
    limit: 90,
    bounds: 'days after its sign-in at which a session ends, however often it was renewed',
    status: 401,
    message: 'The request requires valid record authorization token.',
  },
  addressConnections: {
    limit: 1000,
    bounds:
      'connections that one network address has open to this server, all networks of one IPv6 /48 four times as many, unless it is this machine or proxies are trusted',
    status: 429,
    message: 'Too many connections are open from this address.',
  },
  addressRequests: {
    limit: 500,
    bounds:
      'requests of one network address that are being sent, worked at or read at one moment, of all networks of one IPv6 /48 four times as many, behind trusted proxies too; event streams have their own',
    status: 429,
    message: 'Too many requests come from your network at once. Try again in a moment.',
  },
  addressStreams: {
    limit: 500,
    bounds:
      'event streams that one network address has open on this server; all networks of one IPv6 /48 four times as many',
    status: 429,
    message: 'Too many event streams are open from this address.',
  },
  personStreams: {
    limit: 50,
    bounds: 'event streams that one account has open on this server',
    status: 429,
    message: 'Too many event streams are open for this account.',
  },
  serverStreams: {
    limit: 5000,
    bounds:
      'event streams that are open on this server: guests leave a quarter to people who are signed in, and a twentieth is for sign-ins with outside providers. Where all are taken, the network with the most gives up its oldest idle one for another network',
    status: 503,
    message: 'The server holds too many event streams at the moment.',
  },
  addressTopics: {
    limit: 20_000,
    bounds: 'subscriptions of all event streams of one network address',
    status: 429,
    message: 'Too many subscriptions are open from this address.',
  },
  heldTopicBytes: {
    limit: 128 * mebibyte,
    bounds:
      'all subscriptions of all event streams of this server, with what is kept of each; of one network address an eighth of what the others leave',
    status: 503,
    message: 'The server holds too many subscriptions at the moment.',
  },
  addressStreamBytes: {
    limit: 32 * mebibyte,
    bounds:
      'what waits for the slow readers of all event streams of one network address, each an equal part; a stream is closed with more',
    status: 503,
    message: 'The reader of the event stream is too slow.',
  },
  streamBytes: {
    limit: mebibyte,
    bounds: 'what waits for the slow reader of an event stream; the stream is closed with more',
    status: 503,
    message: 'The reader of the event stream is too slow.',
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/** What the operator set instead of the defaults. */
export type BudgetChanges = Partial<Record<BudgetName, number>>;

export const budgetNames = Object.keys(budgets) as readonly BudgetName[];

/** How much of something there may be: what the operator's settings say, else the default. */
export function budgetOf(settings: { budgets?: BudgetChanges }, name: BudgetName): number {
  return settings.budgets?.[name] ?? budgets[name].limit;
}

/**
 * The refusal of one more than a budget allows. `data` names the field that is to blame where there is one; `retryAfterMs` says when there will be room
 * again.
 */
export function overBudget(name: BudgetName, { data = {}, retryAfterMs }: Refusal = {}): ApiError {
  const { status, message } = budgets[name];
  return new ApiError(status, message, data, retryAfterMs === undefined ? undefined : { retryAfterMs });
}

type Refusal = { data?: ErrorData; retryAfterMs?: number };
