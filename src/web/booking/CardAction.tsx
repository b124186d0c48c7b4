import { useConfig } from '../app/use-config.ts';
import type { Lesson } from '../lessons/lesson-record.ts';
import { Button } from '../ui/Button.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { Notice } from '../ui/Notice.tsx';
import { PayOtherwise } from './PayOtherwise.tsx';
import type { Payment } from './payment-record.ts';
import { useSandboxBank } from './use-paying.ts';

/** The extra step that a bank asks for before it charges a card. */
export function CardAction({ lesson, payment }: { lesson: Lesson; payment: Payment }) {
  const { isSandbox } = useConfig();
  const bank = useSandboxBank(lesson.id);
  return (
    <div className="grid gap-5">
      <p>
        Confirm {formatMoney(payment.amountCents)} in your bank&rsquo;s app. This page goes on by itself. Your time is
        kept meanwhile.
      </p>
      {isSandbox && (
        <div className="rounded border-2 border-line border-dashed px-4 py-3">
          <p className="mb-3 text-sm">
            <b className="font-semibold">Sandbox.</b> There is no bank behind this card. Play its part:
          </p>
          <Button isBusy={bank.isPending} busyText="Confirming…" onClick={() => bank.mutate(payment.id)}>
            Confirm as the bank
          </Button>
        </div>
      )}
      {bank.isError && (
        <Notice kind="failure">
          <p>The simulated bank could not be reached. Nothing was charged. Try again.</p>
        </Notice>
      )}
      <PayOtherwise lesson={lesson} payment={payment} />
    </div>
  );
}
