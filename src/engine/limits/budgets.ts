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
    bounds: 'a guest’s body, without the files that the collection takes of guests',
    status: 413,
    message: bodyTooLarge,
  },
  personBodyBytes: {
    limit: 2 * mebibyte,
    bounds: 'a signed-in person’s body, without the files and long fields that the collection takes',
    status: 413,
    message: bodyTooLarge,
  },
  bodyBytes: {
    limit: 32 * mebibyte,
    bounds: 'a superuser’s body, without the files and long fields that the collection takes',
    status: 413,
    message: bodyTooLarge,
  },
  heldBodyBytes: {
    limit: 96 * mebibyte,
    bounds:
      'all bodies in this server’s memory, with the texts and values made of them. Large ones have three quarters; several of one account or guest address an eighth of what others leave; one IPv6 /48 or IPv4 /24 seven eighths. Guests leave a sixteenth to signed-in people',
    status: 503,
    message: 'The server holds too many requests at the moment.',
  },
  heldAnswerBytes: {
    limit: 128 * mebibyte,
    bounds: 'all answers of more than 128 KiB (files: 256 KiB) that wait in this server’s memory, shared as bodies are',
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
    bounds: 'calls from one network address that mail a code or a link',
    status: 429,
    message: tooMany,
  },
  receiverAskedPerHour: {
    limit: 5,
    bounds:
      'links, and again codes, to one address from all networks. Known devices and callers who gave the password have as many of their own. One network of strangers (IPv6: 48 bits) has two fifths. Used ones don’t count. More are not sent, with the same answer',
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
    bounds: 'mails to one address, in 24 hours, asking whether it is an account’s new one; two from one account',
    status: 429,
    message: 'This address was asked too often today. Try again tomorrow.',
  },
  receiverTextsPerDay: {
    limit: 20,
    bounds: 'codes texted to one telephone number in 24 hours; two from one account. Used ones don’t count',
    status: 429,
    message: 'This number had as many codes as it gets in a day. Try again tomorrow.',
  },
  textedCodesPerDay: {
    limit: 500,
    bounds: 'codes texted for all accounts together in 24 hours: each costs money',
    status: 429,
    message: 'The server sent as many codes as it may in a day. Try again tomorrow.',
  },
  receiverNotesPerDay: {
    limit: 50,
    bounds: 'mails to one address about messages, in 24 hours. More are read in the product',
    status: 200,
    message: tooMany,
  },
  receiverNoticesPerDay: {
    limit: 20,
    bounds: 'other mails to an unproved address, in 24 hours. Those to a proved one all go out',
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
    bounds: 'sign-ins from one network address, by any way, right or wrong',
    status: 429,
    message: tooMany,
  },
  guestRequestsPerMinute: {
    limit: 1800,
    bounds: 'guests’ API calls from one network address; a long answer counts once more for every 32 KiB',
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
      'pages that wait on this server to be rendered, one at a time. When full, the network with the most gives up its newest for another',
    status: 503,
    message: 'The server holds too many pages to write at the moment.',
  },
  personRequestsPerMinute: {
    limit: 1800,
    bounds: 'API calls by one account; a long answer counts once more for every 32 KiB',
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
    bounds: 'files that one account stores in 24 hours, begun KiB, kept or deleted',
    status: 429,
    message: 'You stored too many files today. Try again tomorrow.',
  },
  callerForeignWorks: {
    limit: 64,
    bounds:
      'pictures, PDFs and thumbnails of one account or guest address, waiting or made, one at a time, on this server',
    status: 429,
    message: 'You asked for too many pictures or PDFs at once. Try again in a moment.',
  },
  waitingForeignWorks: {
    limit: 400,
    bounds:
      'pictures, PDFs, thumbnails, calendars and reports that wait on this server, made two at a time. When full, the network with the most gives up its last',
    status: 503,
    message: 'The server holds too many pictures and PDFs to make at the moment.',
  },
  loggedKibPerHour: {
    limit: 128 * 1024,
    bounds:
      'requests in this server’s log; one account or guest address has an eighth of what others leave. More are answered, left out and counted there',
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
    bounds: 'other collections that a filter or sort leads through, each step of each path',
    status: 400,
    message: 'The filter or sort leads through too many relations.',
  },
  wideQueryMs: {
    limit: 3000,
    bounds:
      'a list, or a subscription’s question, whose filter or sort leads into other collections, and a list whose filter has patterns, functions or more than 20 comparisons; not a superuser’s',
    status: 400,
    message: 'The filter or sort takes too long. Lead through fewer relations, or compare less.',
  },
  callerWideQueries: {
    limit: 32,
    bounds: 'such lists of one account or guest address, running or waiting on this server',
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
    bounds: 'one call of `POST /api/sql`, its waiting included; one is answered at a time',
    status: 400,
    message: 'The query takes too long, or waited too long for others.',
  },
  backupParts: {
    limit: 200_000,
    bounds: 'tables and files of a backup that is uploaded or restored',
    status: 400,
    message: 'The backup has too many parts.',
  },
  backupBytes: {
    limit: 100 * 1024 * mebibyte,
    bounds: 'a backup that is uploaded or restored, unpacked',
    status: 400,
    message: 'The backup is too large.',
  },
  sessionDays: {
    limit: 90,
    bounds: 'days after its sign-in at which a session ends, however often renewed',
    status: 401,
    message: 'The request requires valid record authorization token.',
  },
  addressConnections: {
    limit: 1000,
    bounds:
      'open connections of one network address to this server, of one IPv6 /48 four times as many; not of this machine or behind trusted proxies',
    status: 429,
    message: 'Too many connections are open from this address.',
  },
  addressRequests: {
    limit: 500,
    bounds:
      'requests of one network address at one moment, of one IPv6 /48 four times as many, also behind trusted proxies, without event streams',
    status: 429,
    message: 'Too many requests come from your network at once. Try again in a moment.',
  },
  addressStreams: {
    limit: 500,
    bounds: 'open event streams of one network address on this server; of one IPv6 /48 four times as many',
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
      'open event streams on this server. Guests leave a quarter to signed-in people, a twentieth is for sign-ins with outside providers. When full, the network with the most gives up its oldest idle one for another',
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
      'all subscriptions on this server, with what is kept of each; one network address has an eighth of what others leave',
    status: 503,
    message: 'The server holds too many subscriptions at the moment.',
  },
  addressStreamBytes: {
    limit: 32 * mebibyte,
    bounds: 'what waits for slow readers of one network address, each an equal part; a stream is closed with more',
    status: 503,
    message: 'The reader of the event stream is too slow.',
  },
  streamBytes: {
    limit: mebibyte,
    bounds: 'what waits for one slow reader; the stream is closed with more',
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
