import { LinkButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { formatDate, formatLessonTime } from '../ui/format-time.ts';
import type { EarnedLesson } from './earnings-record.ts';
import { ledgerWords } from './ledger-words.ts';

type LedgerDialogProps = { lesson: EarnedLesson | undefined; zone: string; onClose: () => void };

/** The ledger's entries behind a lesson's figures. They are never changed; together they are zero. */
export function LedgerDialog({ lesson, zone, onClose }: LedgerDialogProps) {
  return (
    <Dialog
      isOpen={lesson !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={lesson ? `${lesson.learner.name}, ${formatLessonTime(lesson.start, lesson.end, zone)}` : ''}
      description={
        lesson?.state === 'pending'
          ? `The price is held for the lesson and becomes yours, less the fee of ${formatMoney(lesson.feeCents)}, 72 hours after its end.`
          : 'The entries of the ledger for this lesson. They are never changed, and together they are zero; a minus is what an account owes.'
      }
      actions={
        lesson && (
          <LinkButton variant="secondary" to={`/dashboard/lessons/${lesson.lesson}`}>
            Open the lesson
          </LinkButton>
        )
      }
    >
      {lesson && <Lines lesson={lesson} zone={zone} />}
    </Dialog>
  );
}

function Lines({ lesson, zone }: { lesson: EarnedLesson; zone: string }) {
  return (
    <table>
      <caption className="unseen">Ledger entries</caption>
      <thead>
        <tr className="text-left text-sm text-soft">
          <th scope="col" className="py-1.5 font-semibold">
            Entry
          </th>
          <th scope="col" className="py-1.5 text-right font-semibold">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lesson.ledger.map((line) => {
          const { what, where } = ledgerWords(line);
          return (
            <tr
              key={`${line.created} ${line.kind} ${line.account} ${line.amountCents}`}
              className="border-line border-t"
            >
              <td className="py-2">
                <span className="font-semibold">{where}</span>
                <span className="block text-sm text-soft">
                  {what}, {formatDate(line.created, zone)}
                </span>
              </td>
              <td className="figures py-2 text-right">{formatMoney(line.amountCents)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
