import type { PageOf } from './page-of.ts';

/** What `GET /api/marketplace/pardons` answers. */
export type PardonsAnswer = PageOf<Pardon>;

/** Something that was let go, or given on top, and to whom. */
export type Pardon = {
  id: string;
  kind: PardonKind;
  created: string;
  /** Who has it: an instructor for `reliability`, else a learner. */
  person: string;
  personName: string;
  /** Who gave it; empty where the rules did by themselves. */
  byName: string;
  reason: string;
  amountCents: number | null;
  /** Until when it acts: a pass can be had again then, what was pardoned would count no more anyway. Null where it stays. */
  until: string | null;
  lesson: string;
};

export type PardonKind = 'reliability' | 'mercy' | 'goodwill' | 'waiver';
