/** A `bank_lines` record: money that came in on the operator's own account. */
export type BankLine = {
  id: string;
  date: string;
  amountCents: number;
  text: string;
  status: 'open' | 'matched' | 'returning' | 'returned' | 'other' | 'same' | 'came_back';
  /** The id of an earlier line that this one may be, or whose payment it would pay a second time; empty for most. */
  likeLine: string;
};
