import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/earnings.ts';
import { formatUnit } from '#texts/format-number.ts';
import type { EarnedLesson } from '#wire/earnings.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate, formatLessonTime } from '../../platform/ui/format-time.ts';
import { ledgerWords, movedMoney } from '../entries/ledger-words.ts';

type LedgerDialogProps = { lesson: EarnedLesson | undefined; zone: string; onClose: () => void };

/** The ledger's entries behind a lesson's figures. They are never changed; together they are zero. */
export function LedgerDialog({ lesson, zone, onClose }: LedgerDialogProps) {
  const { payoutAfterHours } = usePolicy();
  return (
    <Dialog
      isOpen={lesson !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={lesson ? `${lesson.learner.name}, ${formatLessonTime(lesson.start, lesson.end, zone)}` : ''}
      description={
        lesson?.state === 'pending'
          ? texts.whenItBecomesYours({
              fee: formatMoney(lesson.feeCents),
              payable: formatUnit(payoutAfterHours, 'hour'),
            })
          : texts.theEntriesOfTheLedger
      }
      actions={
        lesson && (
          <LinkButton variant="secondary" to={lessonPath(lesson.lesson)}>
            {texts.openTheLesson}
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
      <caption className="unseen">{texts.ledgerEntries}</caption>
      <thead>
        <tr className="text-left text-note text-soft">
          <th scope="col" className="py-1.5 font-semibold">
            {texts.entry}
          </th>
          <th scope="col" className="py-1.5 text-right font-semibold">
            {texts.amount}
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
                <span className="block text-note text-soft">
                  {what}, {formatDate(line.created, zone)}
                </span>
              </td>
              <td className="figures py-2 text-right">{movedMoney(line)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
