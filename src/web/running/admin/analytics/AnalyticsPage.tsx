import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { entriesPath } from '#rules/paths/money-paths.ts';
import { activeLearnersPath, listedInstructorsPath, questionsOfPath, usersMadePath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/adminAnalytics.ts';
import type { AnalyticsAnswer } from '#wire/analytics.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { currentTime } from '../../../platform/ground/clock.ts';
import type { ListSpec } from '../../../platform/lists/list-query.ts';
import { SpanControl } from '../../../platform/lists/SpanControl.tsx';
import {
  type DaySpan,
  daysOfSpan,
  daysSoFar,
  spanFilters,
  spanParameters,
  spanText,
} from '../../../platform/lists/span-choice.ts';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import { statusWords } from '../../../platform/records/lesson-status.ts';
import { readMarketplace } from '../../../platform/session/backend.ts';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { inline } from '../../../platform/ui/inline.ts';
import { Tile, Tiles } from '../../../platform/ui/Tile.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { AnalyticsParts } from './AnalyticsParts.tsx';
import { changeText, percentText, statusRows } from './analytics-record.ts';
import { lessonsPath } from './lesson-choices.ts';
import { OverTime } from './OverTime.tsx';

const spec = { sorts: [''], filters: { ...spanFilters } } as const satisfies ListSpec;

/** Analytics: the platform's figures of a period, counted now, against the period before. */
export function AnalyticsPage() {
  return (
    <StaffOnly right="analytics">
      <AnalyticsParts open="figures" />
      <Analytics />
    </StaffOnly>
  );
}

function Analytics() {
  const { query, change } = useListQuery(spec);
  const days = daysSoFar(daysOfSpan(query.filters, currentTime()), currentTime());
  const span = spanParameters(days);
  const read = useQuery({
    queryKey: ['admin', 'analytics', span],
    queryFn: ({ signal }) => readMarketplace<AnalyticsAnswer>('analytics', span, signal),
    placeholderData: (shown) => shown,
  });
  const { data, isPlaceholderData } = read;
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SpanControl filters={query.filters} onChange={(filters, isTyping) => change({ filters }, isTyping)} />
        <p role="status" className="figures text-soft">
          {isPlaceholderData ? texts.counting : texts.spanAgainstBefore({ span: spanText(days) })}
        </p>
      </div>
      <WhenRead read={read} what={texts.theFigures} notLoaded={texts.figuresNotLoaded}>
        {data && (
          <div className="grid gap-8" aria-busy={isPlaceholderData}>
            <Figures answer={data} days={days} />
            <Definitions />
            <OverTime unit={data.unit} buckets={data.buckets} days={days} />
            <Statuses counts={data.figures.lessonsByStatus} days={days} />
          </div>
        )}
      </WhenRead>
    </div>
  );
}

type Compared = 'newUsers' | 'activeLearners' | 'lessons' | 'revenueCents' | 'feesCents' | 'refundedCents';
type FiguresProps = { answer: AnalyticsAnswer; days: DaySpan };

function Figures({ answer: { figures, previousFigures, listedInstructors }, days }: FiguresProps) {
  const against = (name: Compared) => changeText(figures[name], previousFigures[name]);
  // Below on this page, and each status with its lessons.
  const byStatus = `${useLocation().search}#by-status`;
  return (
    <Tiles label={texts.figuresOfThePeriod}>
      <Tile
        name={texts.users}
        value={figures.users}
        to={usersMadePath({ to: days.to })}
        note={inline(
          texts.newUsersNewAgainst({
            link: (text) => <Link to={usersMadePath(days)}>{text}</Link>,
            newUsers: figures.newUsers,
            against: against('newUsers'),
          }),
        )}
      />
      <Tile
        name={texts.activeLearners}
        value={figures.activeLearners}
        to={activeLearnersPath(days)}
        note={against('activeLearners')}
      />
      <Tile
        name={texts.listedInstructors}
        value={listedInstructors}
        to={listedInstructorsPath}
        note={texts.activeInstructorsWithLessons({ activeInstructors: figures.activeInstructors })}
      />
      <Tile
        name={texts.lessons}
        value={figures.lessons}
        to={byStatus}
        note={texts.completedLessonsCompleted({
          completedLessons: figures.completedLessons,
          against: against('lessons'),
        })}
      />
      <Tile
        name={texts.revenue}
        value={formatMoney(figures.revenueCents)}
        to={entriesPath('revenue', days)}
        note={against('revenueCents')}
      />
      <Tile
        name={texts.platformFees}
        value={formatMoney(figures.feesCents)}
        to={entriesPath('fees', days)}
        note={against('feesCents')}
      />
      <Tile
        name={texts.givenBack}
        value={formatMoney(figures.refundedCents)}
        to={entriesPath('refunded', days)}
        note={against('refundedCents')}
      />
      <Tile
        name={texts.cancellationRate}
        value={percentText(figures.cancellationRate)}
        to={questionsOfPath(days)}
        note={texts.cancelledLessonsCancelled({
          cancelledLessons: figures.cancelledLessons,
          cancellationRate: percentText(previousFigures.cancellationRate),
        })}
      />
    </Tiles>
  );
}

const definitions = [
  [texts.users, texts.usersMeans],
  [texts.activeLearners, texts.activeLearnersMeans],
  [texts.listedInstructors, texts.listedInstructorsMeans],
  [texts.lessons, texts.lessonsMeans],
  [texts.revenue, texts.revenueMeans],
  [texts.platformFees, texts.platformFeesMeans],
  [texts.givenBack, texts.givenBackMeans],
  [texts.cancellationRate, texts.cancellationRateMeans],
] as const;

/** What each figure counts. */
function Definitions() {
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold text-green">{texts.whatTheyMean}</summary>
      <dl className="grid max-w-[48rem] gap-2">
        {definitions.map(([name, means]) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[12rem_1fr]">
            <dt className="font-semibold">{name}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type StatusesProps = { counts: Record<string, number>; days: DaySpan };

/** How many lessons of the period came to what, each with the way to them. */
function Statuses({ counts, days }: StatusesProps) {
  const rows = statusRows(counts);
  return (
    <section aria-labelledby="by-status">
      <h2 id="by-status" className="mb-3 text-title">
        {texts.lessonsByStatus}
      </h2>
      {rows.length === 0 && <p className="text-soft">{texts.noLessonInPeriod}</p>}
      {rows.length > 0 && (
        <table className="card figures w-full max-w-[32rem]">
          <caption className="unseen">{texts.lessonsByStatus}</caption>
          <thead>
            <tr className="bg-sunken text-note text-soft">
              <th scope="col" className="px-5 py-1.5 text-left font-semibold">
                {texts.statusColumn}
              </th>
              <th scope="col" className="px-5 py-1.5 text-right font-semibold">
                {texts.lessons}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([status, count]) => (
              <tr key={status} className="border-line border-t">
                <th scope="row" className="px-5 text-left font-normal">
                  <Link
                    to={lessonsPath(status, { period: 'dates', ...days })}
                    className="inline-flex min-h-11 items-center"
                  >
                    {statusWords(status, 'staff').word}
                  </Link>
                </th>
                <td className="px-5 text-right font-semibold">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
