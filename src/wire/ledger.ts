import type { PageOf } from './page-of.ts';

/** What `GET /api/marketplace/ledger` answers: entries as they were posted, the newest last. */
export type LedgerAnswer = PageOf<LedgerEntry>;

export type LedgerEntry = {
  id: string;
  transaction: string;
  account: string;
  amountCents: number;
  kind: string;
  lesson: string;
  payment: string;
  created: string;
};

/** What `GET /api/marketplace/entries` answers: the entries that a figure is made of, the latest first, and their sum, which is the figure. */
export type EntriesAnswer = PageOf<FigureEntry> & { sumCents: number };

/** An entry with the lesson that it is about. Instants are ISO text in UTC. */
export type FigureEntry = {
  id: string;
  transaction: string;
  created: string;
  kind: string;
  /** Without the id that follows a colon, but for who sees all books. */
  account: string;
  amountCents: number;
  lesson: string;
  start: string | null;
  learnerName: string;
  instructorName: string;
};
