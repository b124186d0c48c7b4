import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import * as texts from '#texts/questions.ts';
import type { QuestionsAnswer } from '#wire/questions.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { currentTime } from '../../../platform/ground/clock.ts';
import type { ListSpec } from '../../../platform/lists/list-query.ts';
import { SpanControl } from '../../../platform/lists/SpanControl.tsx';
import { daysOfSpan, daysSoFar, spanFilters, spanParameters, spanText } from '../../../platform/lists/span-choice.ts';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import { readMarketplace } from '../../../platform/session/backend.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { AnalyticsParts } from '../analytics/AnalyticsParts.tsx';
import { Cohorts } from './Cohorts.tsx';
import { HeatMap } from './HeatMap.tsx';
import { QuestionRows } from './QuestionRows.tsx';
import { daysText, emptyText, hoursText, shareText } from './question-records.ts';
import { Reasons } from './Reasons.tsx';
import { cancellationColumns, fillColumns, firstLessonColumns, leavingColumns, searchColumns } from './row-columns.tsx';

const spec = { sorts: [''], filters: { ...spanFilters } } as const satisfies ListSpec;

/** Analytics that answer an operator's questions: each figure with what it means, the period before, and the rows it was counted from. */
export function QuestionsPage() {
  return (
    <StaffOnly right="analytics">
      <AnalyticsParts open="questions" />
      <Questions />
    </StaffOnly>
  );
}

function Questions() {
  const { query, change } = useListQuery(spec);
  const days = daysSoFar(daysOfSpan(query.filters, currentTime()), currentTime());
  const span = spanParameters(days);
  const read = useQuery({
    queryKey: ['admin', 'analytics', 'questions', span],
    queryFn: ({ signal }) => readMarketplace<QuestionsAnswer>('analytics/questions', span, signal),
    placeholderData: (shown) => shown,
  });
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SpanControl filters={query.filters} onChange={(filters, isTyping) => change({ filters }, isTyping)} />
        <p role="status" className="figures text-soft">
          {read.isPlaceholderData ? texts.counting : texts.spanAgainstBefore({ span: spanText(days) })}
        </p>
      </div>
      <WhenRead read={read} what={texts.theAnswers} notLoaded={texts.answersNotLoaded}>
        {read.data && (
          <div className="grid gap-6" aria-busy={read.isPlaceholderData}>
            <AllAnswers answers={read.data} span={span} />
          </div>
        )}
      </WhenRead>
    </div>
  );
}

function AllAnswers({ answers, span }: { answers: QuestionsAnswer; span: { from: string; to: string } }) {
  const { searches, fill, firstLesson, cancellations, leaving, cohorts, since } = answers;
  return (
    <>
      <Question
        title={texts.searches}
        means={`${texts.searchesMean} ${sinceText(since.searches)}`}
        now={emptyText(searches.now, since.searches !== null && since.searches <= span.to)}
        before={emptyText(searches.before, since.searches !== null && since.searches < span.from)}
      >
        <HeatMap cells={searches.cells} span={span} />
        <QuestionRows asked={{ figure: 'searches', ...span }} caption={texts.searches} columns={searchColumns} />
      </Question>
      <Question
        title={texts.fill}
        means={`${texts.fillMeans} ${sinceText(since.offers)}`}
        now={fillText(fill.now)}
        before={fillText(fill.before)}
      >
        <QuestionRows asked={{ figure: 'fill', ...span }} caption={texts.fill} columns={fillColumns} />
      </Question>
      <Question
        title={texts.firstLesson}
        means={texts.firstLessonMeans}
        now={waitText(firstLesson.now)}
        before={waitText(firstLesson.before)}
      >
        <QuestionRows
          asked={{ figure: 'firstLesson', ...span }}
          caption={texts.firstLesson}
          columns={firstLessonColumns}
        />
      </Question>
      <Question
        title={texts.cancellations}
        means={texts.cancellationsMean}
        now={reasonsText(cancellations.now)}
        before={reasonsText(cancellations.before)}
      >
        <Reasons compared={cancellations} />
        <QuestionRows
          asked={{ figure: 'cancellations', ...span }}
          caption={texts.cancellations}
          columns={cancellationColumns}
        />
      </Question>
      <Question
        title={texts.leaving}
        means={texts.leavingMeans}
        now={texts.leftOf(leaving.now)}
        before={texts.leftOf(leaving.before)}
      >
        <QuestionRows asked={{ figure: 'leaving', ...span }} caption={texts.leaving} columns={leavingColumns} />
      </Question>
      <Question title={texts.cohorts} means={texts.cohortsMean}>
        <Cohorts cells={cohorts} span={span} />
      </Question>
    </>
  );
}

type QuestionProps = { title: string; means: string; now?: string; before?: string; children: ReactNode };

function Question({ title, means, now, before, children }: QuestionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card grid min-w-0 gap-3 p-5">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      {now !== undefined && (
        <p className="figures">
          <b className="text-title">{now}</b>{' '}
          <span className="text-soft">{texts.before({ figure: before ?? '' })}</span>
        </p>
      )}
      <p className="max-w-[44rem] text-soft text-note">{means}</p>
      {children}
    </section>
  );
}

function sinceText(day: string | null): string {
  return day === null ? `${texts.notCountedYet}.` : texts.countedSince({ day: formatDate(day) });
}

function fillText({ bookedMinutes, offeredMinutes }: QuestionsAnswer['fill']['now']): string {
  if (offeredMinutes === 0) return texts.notCountedYet;
  return texts.fillOf({
    share: shareText(bookedMinutes, offeredMinutes),
    booked: hoursText(bookedMinutes),
    offered: hoursText(offeredMinutes),
  });
}

function waitText({ learners, medianDays }: QuestionsAnswer['firstLesson']['now']): string {
  return texts.daysOfLearners({ learners, days: daysText(medianDays ?? 0) });
}

function reasonsText(reasons: QuestionsAnswer['cancellations']['now']): string {
  return texts.cancellationCount({ count: reasons.reduce((sum, { count }) => sum + count, 0) });
}
