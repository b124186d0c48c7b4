import { useState } from 'react';
import { Link } from 'react-router';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { entriesPath, packagesPath, statementPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/credit.ts';
import type { CreditEntry } from '#wire/credit.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { Button, LinkButton } from '../../../platform/ui/Button.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate, formatStart } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { useBalance, useCreditEntries } from './use-credit.ts';

/** A learner's credit: what is there, and each change of it with the lesson it came from. */
export function CreditPage() {
  const balance = useBalance();
  const user = useSession();
  return (
    <section aria-labelledby="credit" className="max-w-[44rem]">
      <WhenRead read={balance} what={texts.yourCredit} notLoaded={texts.notLoaded} skeleton="h-56 w-full">
        {balance.data && (
          <>
            <h2 id="credit" className="text-heading">
              {balance.data.creditCents < 0
                ? texts.youOwe({ amount: formatMoney(-balance.data.creditCents) })
                : texts.youHave({ amount: formatMoney(balance.data.creditCents) })}
            </h2>
            <p className="mt-2 text-soft">{balance.data.creditCents < 0 ? texts.whatOwedIs : texts.whatCreditIs}</p>
            <p className="my-3 flex flex-wrap gap-x-5">
              <Link to={entriesPath('credit', { id: user?.id ?? '' })} className="inline-flex min-h-11 items-center">
                {texts.entriesOfCredit}
              </Link>
              <Link to={packagesPath} className="inline-flex min-h-11 items-center">
                {texts.yourPackages}
              </Link>
              <Link to={statementPath} className="inline-flex min-h-11 items-center">
                {texts.statementOfTheYear}
              </Link>
            </p>
            <History />
          </>
        )}
      </WhenRead>
    </section>
  );
}

function History() {
  const [page, setPage] = useState(1);
  const read = useCreditEntries(page);
  const { data } = read;
  return (
    <WhenRead read={read} what={texts.yourCredit} notLoaded={texts.notLoaded} skeleton="h-40 w-full">
      {data && data.items.length === 0 && (
        <EmptyState title={texts.noCreditYet} action={<LinkButton to={bookLessonPath}>{texts.bookALesson}</LinkButton>}>
          <p>{texts.howCreditComes}</p>
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <>
          <ul className="card divide-y divide-line">
            {data.items.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
          {data.totalPages > 1 && (
            <p className="mt-4 flex gap-3">
              <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {texts.newer}
              </Button>
              <Button variant="secondary" disabled={page >= data.totalPages} onClick={() => setPage(page + 1)}>
                {texts.older}
              </Button>
            </p>
          )}
        </>
      )}
    </WhenRead>
  );
}

function Entry({ entry }: { entry: CreditEntry }) {
  const { created, amountCents, balanceCents, lesson, lessonStart, instructorName, timezone } = entry;
  const sign = amountCents > 0 ? '+' : '';
  return (
    <li className="grid gap-1 px-5 py-3">
      <p className="figures flex justify-between gap-4 font-semibold">
        <span>{whatHappened(entry)}</span>
        <span>{`${sign}${formatMoney(amountCents)}`}</span>
      </p>
      <p className="figures flex justify-between gap-4 text-note text-soft">
        <span>
          {formatDate(created)}
          {lesson && lessonStart && (
            <>
              {' · '}
              <Link to={lessonPath(lesson)}>
                {texts.lessonWith({ instructorName, when: formatStart(lessonStart, timezone || undefined) })}
              </Link>
            </>
          )}
        </span>
        <span>{texts.balanceAfter({ amount: formatMoney(balanceCents) })}</span>
      </p>
    </li>
  );
}

function whatHappened({ kind, amountCents }: CreditEntry): string {
  if (amountCents < 0) return texts.usedForALesson;
  return kind === 'refund_paid' ? texts.cameBack : texts.given;
}
