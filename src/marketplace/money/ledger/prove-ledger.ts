import type { Database, Queryable } from '#engine/database/database.ts';
import {
  findMisplacedMoney,
  findUnlikeRecords,
  type PurposeStates,
  sentenceOfBalance,
  sentenceOfFold,
  sentenceOfSum,
} from './find-ledger-faults.ts';
import type { BooksFollowed } from './follow-chain.ts';
import { findUnbalancedAccounts, listBalances } from './ledger.store.ts';
import { findLink, findTransactionFaults, followBooks } from './ledger-chain.store.ts';
import {
  type FoldFault,
  findCountFaults,
  findDayFaults,
  findFeeFaults,
  listCounts,
  listDays,
} from './ledger-folds.store.ts';

/** What the books show: the end of their chain, to be kept elsewhere, and what is wrong with them, a sentence each. */
export type LedgerProof = { transactions: number; hash: string; faults: string[] };

/** The end of the chain as an earlier proof said it. */
export type KeptEnd = { transactions: number; hash: string };

/** Of more suspects it is not asked what is wrong with each: the first faults say enough. */
const atMostAsked = 10_000;

/**
 * Proves the books: every transaction sums to zero, every balance is that of its entries, what is added up as it is posted is what the entries
 * add up to, the chain is whole, the money of each lesson is where its state (`states`) says, and payments, refunds, payouts, chargebacks, packages and
 * lines of the bank say the same as the entries. An end that was kept from an earlier proof shows that nothing was taken off the chain since.
 *
 * Everything is read once and added up here. The database may go on being written meanwhile: what does not agree is asked once more, in one question.
 */
export async function proveBooks(db: Database, states: PurposeStates, kept?: KeptEnd): Promise<LedgerProof> {
  const [followed, fees, money, records] = await Promise.all([
    followBooks(db),
    feeFaults(db),
    findMisplacedMoney(db, states),
    findUnlikeRecords(db),
  ]);
  const [transactions, balances, counts, days] = await Promise.all([
    followed.suspects.length > 0 ? findTransactionFaults(db, followed.suspects.slice(0, atMostAsked)) : [],
    balanceFaults(db, followed),
    countFaults(db, followed),
    dayFaults(db, followed),
  ]);
  const faults: string[] = [];
  for (const { id, unbalanced } of transactions) if (unbalanced !== null) faults.push(sentenceOfSum(id, unbalanced));
  faults.push(...balances);
  faults.push(...[...fees, ...counts, ...days].map(sentenceOfFold));
  for (const { place, fault } of transactions) if (fault !== null) faults.push(`${place ?? '-'}: ${fault}.`);
  faults.push(...money, ...records);
  if (kept && (await findLink(db, kept.transactions))?.hash !== kept.hash) {
    faults.push(`${kept.transactions}: this link of the chain is not the one that was proved before.`);
  }
  const head = await findLink(db);
  return { transactions: head?.sequence ?? 0, hash: head?.hash ?? '', faults };
}

function feeFaults(db: Database): Promise<FoldFault[]> {
  return db.transaction(
    async (tx) => {
      await tx.query("set local work_mem = '64MB'");
      return findFeeFaults(tx);
    },
    { isLong: true },
  );
}

async function balanceFaults(db: Database, { balances }: BooksFollowed): Promise<string[]> {
  const kept = new Map((await listBalances(db)).map(({ account, cents }) => [account, cents]));
  const differing = [...new Set([...kept.keys(), ...balances.keys()])].filter(
    (account) => kept.get(account) !== balances.get(account),
  );
  if (differing.length === 0) return [];
  return (await findUnbalancedAccounts(db, differing.slice(0, atMostAsked))).map(sentenceOfBalance);
}

async function countFaults(db: Database, { entriesOf }: BooksFollowed): Promise<FoldFault[]> {
  const kept = await listCounts(db);
  const isRight =
    kept.length === entriesOf.size && kept.every(({ place, entries }) => entriesOf.get(place) === entries);
  return isRight ? [] : findCountFaults(db);
}

async function dayFaults(db: Database, { days }: BooksFollowed): Promise<FoldFault[]> {
  const kept = await listDays(db);
  const isRight =
    kept.length === days.size &&
    kept.every(({ place, cents, entries }) => {
      const said = days.get(place);
      return said?.cents === cents && said.entries === entries;
    });
  return isRight ? [] : findDayFaults(db);
}

/** The end of the books' chain, as `bin/verify-ledger` prints and takes it. */
export async function findBooksEnd(db: Queryable): Promise<string> {
  const link = await findLink(db);
  return `${link?.sequence ?? 0}:${link?.hash ?? ''}`;
}
