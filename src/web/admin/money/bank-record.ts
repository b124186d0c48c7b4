/** A `bank_lines` record: money that came in on the operator's own account. */
export type BankLine = {
  id: string;
  date: string;
  amountCents: number;
  text: string;
  status: 'open' | 'matched' | 'returning' | 'returned' | 'other';
};
