import { useConfig } from '../app/use-config.ts';
import type { Lesson } from '../lessons/lesson-record.ts';
import { Button } from '../ui/Button.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { formatClock } from '../ui/format-time.ts';
import { Notice } from '../ui/Notice.tsx';
import { PayOtherwise } from './PayOtherwise.tsx';
import type { Payment } from './payment-record.ts';
import { QrPicture } from './QrPicture.tsx';
import { useSandboxBank } from './use-paying.ts';

/** The PayNow code of an open payment. The page moves on by itself when the money arrives. */
export function PayNow({ lesson, payment }: { lesson: Lesson; payment: Payment }) {
  const { isSandbox } = useConfig();
  const bank = useSandboxBank(lesson.id);
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-1 pl-5">
        <li>Open your bank&rsquo;s app and choose Scan and Pay.</li>
        <li>
          Scan the code, or save a picture of it and open that in the app. The sum is{' '}
          <b className="figures font-semibold">{formatMoney(payment.amountCents)}</b>.
        </li>
        <li>
          Come back here. The lesson is booked the moment the money arrives.
          {payment.expiresAt && <> The code works until {formatClock(payment.expiresAt)}.</>}
        </li>
      </ol>
      <QrPicture text={payment.qrPayload} label={`PayNow code for ${formatMoney(payment.amountCents)}`} />
      <p role="status" className="flex items-center gap-3">
        <span aria-hidden className="size-2.5 animate-pulse rounded-full bg-amber" />
        Waiting for the money
      </p>
      {isSandbox && (
        <div className="rounded border-2 border-line border-dashed px-4 py-3">
          <p className="mb-3 text-sm">
            <b className="font-semibold">Sandbox.</b> No bank can scan this code. Play its part:
          </p>
          <Button
            variant="secondary"
            isBusy={bank.isPending}
            busyText="Sending…"
            onClick={() => bank.mutate(payment.id)}
          >
            Simulate bank
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
