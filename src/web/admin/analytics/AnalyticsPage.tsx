import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import * as texts from '#texts/adminAnalytics.ts';
import { currentTime } from '../../app/clock.ts';
import { statusWords } from '../../lessons/lesson-status.ts';
import type { ListSpec } from '../../lists/list-query.ts';
import { SpanControl } from '../../lists/SpanControl.tsx';
import { type DaySpan, daysOfSpan, daysSoFar, spanFilters, spanParameters, spanText } from '../../lists/span-choice.ts';
import { useListQuery } from '../../lists/use-list-query.ts';
import { readMarketplace } from '../../session/backend.ts';
import { formatMoney } from '../../ui/format-money.ts';
import { Tile, Tiles } from '../../ui/Tile.tsx';
import { WhenRead } from '../../ui/WhenRead.tsx';
import { StaffOnly } from '../StaffOnly.tsx';
import { AnalyticsParts } from './AnalyticsParts.tsx';
import { type AnalyticsAnswer, changeText, percentText } from './analytics-record.ts';
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
            <Figures answer={data} />
            <OverTime unit={data.unit} buckets={data.buckets} />
            <Statuses counts={data.figures.lessonsByStatus} days={days} />
          </div>
        )}
      </WhenRead>
    </div>
  );
}

function Figures({ answer: { figures, previousFigures, listedInstructors } }: { answer: AnalyticsAnswer }) {
  const against = (name: 'newUsers' | 'activeLearners' | 'lessons' | 'revenueCents' | 'feesCents') =>
    changeText(figures[name], previousFigures[name]);
  return (
    <Tiles label={texts.figuresOfThePeriod}>
      <Tile
        name={texts.users}
        value={figures.users}
        note={texts.newUsersNewAgainst({ newUsers: figures.newUsers, against: against('newUsers') })}
      />
      <Tile name={texts.activeLearners} value={figures.activeLearners} note={against('activeLearners')} />
      <Tile
        name={texts.listedInstructors}
        value={listedInstructors}
        note={texts.activeInstructorsWithLessons({ activeInstructors: figures.activeInstructors })}
      />
      <Tile
        name={texts.lessons}
        value={figures.lessons}
        note={texts.completedLessonsCompleted({
          completedLessons: figures.completedLessons,
          against: against('lessons'),
        })}
      />
      <Tile name={texts.revenue} value={formatMoney(figures.revenueCents)} note={against('revenueCents')} />
      <Tile name={texts.platformFees} value={formatMoney(figures.feesCents)} note={against('feesCents')} />
      <Tile name={texts.givenBack} value={formatMoney(figures.refundedCents)} note={texts.toLearners} />
      <Tile
        name={texts.cancellationRate}
        value={percentText(figures.cancellationRate)}
        note={texts.cancelledLessonsCancelled({
          cancelledLessons: figures.cancelledLessons,
          cancellationRate: percentText(previousFigures.cancellationRate),
        })}
      />
    </Tiles>
  );
}

type StatusesProps = { counts: Record<string, number>; days: DaySpan };

/** How many lessons of the period came to what, each with the way to them. */
function Statuses({ counts, days }: StatusesProps) {
  const rows = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return (
    <section aria-labelledby="by-status">
      <h2 id="by-status" className="mb-3 text-xl">
        {texts.lessonsByStatus}
      </h2>
      {rows.length === 0 && <p className="text-soft">{texts.noLessonInPeriod}</p>}
      {rows.length > 0 && (
        <dl className="card figures max-w-[32rem] px-5">
          {rows.map(([status, count]) => (
            <div key={status} className="flex items-center justify-between gap-4 border-line border-t first:border-t-0">
              <dt>
                <Link
                  to={lessonsPath(status, { period: 'dates', ...days })}
                  className="inline-flex min-h-11 items-center"
                >
                  {statusWords(status).word}
                </Link>
              </dt>
              <dd className="font-semibold">{count}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
