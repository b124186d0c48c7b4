import { useQuery } from '@tanstack/react-query';
import * as texts from '#texts/adminAnalytics.ts';
import { currentTime } from '../../app/clock.ts';
import { statusWords } from '../../lessons/lesson-status.ts';
import type { ListSpec } from '../../lists/list-query.ts';
import { SpanControl } from '../../lists/SpanControl.tsx';
import { daysOfSpan, spanFilters, spanParameters, spanText } from '../../lists/span-choice.ts';
import { useListQuery } from '../../lists/use-list-query.ts';
import { readMarketplace } from '../../session/backend.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { formatMoney } from '../../ui/format-money.ts';
import { AfterDelay, Skeleton } from '../../ui/Skeleton.tsx';
import { Tile, Tiles } from '../../ui/Tile.tsx';
import { AdminOnly } from '../AdminOnly.tsx';
import { type AnalyticsAnswer, changeText, percentText } from './analytics-record.ts';
import { OverTime } from './OverTime.tsx';

const spec = { sorts: [''], filters: { ...spanFilters } } as const satisfies ListSpec;

/** Analytics: the platform's figures of a period, counted now, against the period before. */
export function AnalyticsPage() {
  return (
    <AdminOnly>
      <Analytics />
    </AdminOnly>
  );
}

function Analytics() {
  const { query, change } = useListQuery(spec);
  const days = daysOfSpan(query.filters, currentTime());
  const span = spanParameters(days);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ['admin', 'analytics', span],
    queryFn: ({ signal }) => readMarketplace<AnalyticsAnswer>('analytics', span, signal),
    placeholderData: (shown) => shown,
  });
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SpanControl filters={query.filters} onChange={(filters, isTyping) => change({ filters }, isTyping)} />
        <p role="status" className="figures text-soft">
          {isPlaceholderData ? texts.counting : texts.spanAgainstBefore({ span: spanText(days) })}
        </p>
      </div>
      {isError && !data && <ErrorState title={texts.figuresNotLoaded} onRetry={() => void refetch()} />}
      {!data && !isError && (
        <AfterDelay what={texts.theFigures}>
          <Skeleton className="h-96 w-full" />
        </AfterDelay>
      )}
      {data && (
        <div className="grid gap-8" aria-busy={isPlaceholderData}>
          <Figures answer={data} />
          <OverTime unit={data.unit} buckets={data.buckets} />
          <Statuses counts={data.figures.lessonsByStatus} />
        </div>
      )}
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

function Statuses({ counts }: { counts: Record<string, number> }) {
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
            <div key={status} className="flex justify-between gap-4 border-line border-t py-2.5 first:border-t-0">
              <dt>{statusWords(status).word}</dt>
              <dd className="font-semibold">{count}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
