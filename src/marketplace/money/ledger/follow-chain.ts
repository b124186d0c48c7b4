import { hash } from 'node:crypto';
import type { CopiedColumn } from './read-copied-rows.ts';

type Rows = AsyncIterator<CopiedColumn[][], undefined>;

/**
 * The books, row by row: links of the chain by their sequence (sequence, transaction, hash), transactions by their time (id, kind, lesson, payment,
 * cause, microseconds of `created`), entries by their ids (transaction, account, cents, block).
 */
export type BooksRead = { links: Rows; transactions: Rows; entries: Rows };

/** What was found while everything was read once. */
export type BooksFollowed = {
  /** Transactions of which not everything was right as it was read; why, and whether still, is to be asked of the database. */
  suspects: string[];
  /** Cents by account, without those that have none. */
  balances: Map<string, number>;
  /** How many entries there are by block of their ids, as `<account>:<block>`: of each account of the platform's, and of all under an empty name. */
  entriesOf: Map<string, number>;
  /** What was posted to accounts of the platform's in transactions that are right, as `<day of Singapore, counted from 1970>:<account>:<kind>`. */
  days: Map<string, Day>;
};
type Day = { cents: number; entries: number };

type Link = { transaction: string; hash: string; previous: string | undefined };
/** A transaction without its entries: as the chain says it, its kind and its day. */
type Head = { said: string; kind: string; day: number };
/** The entries of a transaction so far: as the chain says them, their sum, and those of accounts of the platform's. */
type Entries = { said: string; cents: number; ofPlatform: Array<[account: string, cents: number]> };

/** So many transactions, or entries' transactions, are read ahead of the chain before a link is left for later. */
const atMostAhead = 50_000;

/**
 * Follows the chain over everything that was posted. The three are written in nearly the same order, so that what belongs together comes at
 * nearly the same time and little has to be remembered; a link that finds nothing of its own is tried again at the end. A transaction is right
 * when its entries sum to zero and its hash is that of its link (`chain_hash` and `ledger_says` in db/functions/ledger.sql).
 */
export async function followChain(read: BooksRead): Promise<BooksFollowed> {
  const books = gather(read);
  const late: Link[] = [];
  let last = { sequence: 0, hash: '' };
  for (let rows = await read.links.next(); !rows.done; rows = await read.links.next()) {
    let open: Link[] = [];
    for (const [place, transaction, hashed] of rows.value) {
      const sequence = Number(place);
      const previous = sequence === last.sequence + 1 ? last.hash : undefined;
      last = { sequence, hash: String(hashed) };
      open.push({ transaction: String(transaction), hash: last.hash, previous });
    }
    open = open.filter((link) => !books.proves(link));
    while (open.length > 0 && (await books.readOn())) open = open.filter((link) => !books.proves(link));
    for (const link of open) late.push(link);
  }
  await books.readAll();
  const unproved = late.filter((link) => !books.proves(link)).map(({ transaction }) => transaction);
  return { ...books.sums, suspects: [...new Set([...unproved, ...books.leftOver()])] };
}

/** What was read of transactions and entries, and waits for its link. */
function gather({ transactions, entries }: BooksRead) {
  const heads = new Map<string, Head>();
  const bodies = new Map<string, Entries>();
  const sums = {
    balances: new Map<string, number>(),
    entriesOf: new Map<string, number>(),
    days: new Map<string, Day>(),
  };
  const sources = [
    { rows: transactions, waiting: heads, take: takeTransactions(heads), hasMore: true },
    { rows: entries, waiting: bodies, take: takeEntries(bodies, sums), hasMore: true },
  ];
  const readFrom = async (wanted: typeof sources) => {
    await Promise.all(
      wanted.map(async (source) => {
        const { done, value } = await source.rows.next();
        if (done) source.hasMore = false;
        else source.take(value);
      }),
    );
  };
  return {
    sums,
    /** Whether all of a link's transaction was read and is right; it is forgotten then. */
    proves({ transaction, hash: hashed, previous }: Link): boolean {
      const [head, body] = [heads.get(transaction), bodies.get(transaction)];
      if (head === undefined || body === undefined || body.cents !== 0 || previous === undefined) return false;
      if (hash('sha256', `${previous}\n${head.said}[${body.said}]]`) !== hashed) return false;
      addToDays(sums.days, head, body);
      heads.delete(transaction);
      bodies.delete(transaction);
      return true;
    },
    /** Reads on where not too much waits; false when nothing could be read. */
    async readOn(): Promise<boolean> {
      const wanted = sources.filter(({ hasMore, waiting }) => hasMore && waiting.size < atMostAhead);
      await readFrom(wanted);
      return wanted.length > 0;
    },
    async readAll(): Promise<void> {
      for (const source of sources) while (source.hasMore) await readFrom([source]);
    },
    leftOver: () => [...heads.keys(), ...bodies.keys()],
  };
}

const json = (value: CopiedColumn | undefined) => JSON.stringify(value);

/** What a transaction says before its entries, as PostgreSQL writes it as text. */
const takeTransactions = (heads: Map<string, Head>) => (rows: CopiedColumn[][]) => {
  for (const [id, kind, lesson, payment, cause, micros] of rows) {
    const names = `${json(id)}, ${json(kind)}, ${json(lesson)}, ${json(payment)}, ${json(cause)}`;
    heads.set(String(id), { said: `[${names}, ${micros}, `, kind: String(kind), day: dayOf(Number(micros)) });
  }
};

// Singapore is eight hours ahead the year round.
const dayOf = (micros: number) => Math.floor((micros / 3_600_000_000 + 8) / 24);

function addToDays(days: BooksFollowed['days'], { kind, day }: Head, { ofPlatform }: Entries): void {
  for (const [account, cents] of ofPlatform) {
    const place = `${day}:${account}:${kind}`;
    const sum = days.get(place);
    if (sum) {
      sum.cents += cents;
      sum.entries += 1;
    } else days.set(place, { cents, entries: 1 });
  }
}

const takeEntries =
  (bodies: Map<string, Entries>, sums: Omit<BooksFollowed, 'suspects'>) => (rows: CopiedColumn[][]) => {
    const { balances, entriesOf } = sums;
    const count = (account: string, block: CopiedColumn | undefined, more: number) => {
      const place = `${account}:${block}`;
      entriesOf.set(place, (entriesOf.get(place) ?? 0) + more);
    };
    // Entries come in the order of their blocks.
    let [open, inOpen] = [rows[0]?.[3], 0];
    for (const [transaction, ofAccount, amount, block] of rows) {
      const [account, cents] = [String(ofAccount), Number(amount)];
      const said = `[${JSON.stringify(account)}, ${amount}]`;
      let body = bodies.get(String(transaction));
      if (body) {
        body.said += `, ${said}`;
        body.cents += cents;
      } else {
        body = { said, cents, ofPlatform: [] };
        bodies.set(String(transaction), body);
      }
      const balance = (balances.get(account) ?? 0) + cents;
      // Of most accounts nothing is left: those need not be remembered.
      if (balance === 0) balances.delete(account);
      else balances.set(account, balance);
      if (!account.includes(':')) {
        count(account, block, 1);
        body.ofPlatform.push([account, cents]);
      }
      if (block !== open) {
        count('', open, inOpen);
        [open, inOpen] = [block, 0];
      }
      inOpen += 1;
    }
    count('', open, inOpen);
  };
