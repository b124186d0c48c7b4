/** Who sells here, as receipts name them: the operator. Empty where they did not say. */
export type Seller = { name: string; uen: string; address: string };
