import { recordGivenPayment } from './record-given-payment.ts';
import { takePayment } from './take-payment.ts';
import type { Till } from './till.ts';

/** Creating a payment pays. Superusers write payments down as facts, for imports and tests. Of a numbered one the receipt's number is shown. */
export function registerPaymentHooks(till: Till): void {
  till.engine.hooks.on('payments', {
    performCreate: (event) =>
      event.system || event.auth?.isSuperuser ? recordGivenPayment(till, event) : takePayment(till, event),
    present(record, _viewer, row) {
      // As `receipt_text` writes it (db/functions/receipts.sql).
      if (row._receiptNumber) record.receipt = `K-${String(row._receiptNumber).padStart(8, '0')}`;
    },
  });
}
