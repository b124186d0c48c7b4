import { useQuery } from '@tanstack/react-query';
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
          {isPlaceholderData ? 'Counting …' : `${spanText(days)}, against as many days before`}
        </p>
      </div>
      {isError && !data && <ErrorState title="The figures could not be loaded" onRetry={() => void refetch()} />}
      {!data && !isError && (
        <AfterDelay what="the figures">
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
    <Tiles label="Figures of the period">
      <Tile name="Users" value={figures.users} note={`${figures.newUsers} new, ${against('newUsers')}`} />
      <Tile name="Active learners" value={figures.activeLearners} note={against('activeLearners')} />
      <Tile name="Listed instructors" value={listedInstructors} note={`${figures.activeInstructors} with lessons`} />
      <Tile
        name="Lessons"
        value={figures.lessons}
        note={`${figures.completedLessons} completed, ${against('lessons')}`}
      />
      <Tile name="Revenue" value={formatMoney(figures.revenueCents)} note={against('revenueCents')} />
      <Tile name="Platform fees" value={formatMoney(figures.feesCents)} note={against('feesCents')} />
      <Tile name="Given back" value={formatMoney(figures.refundedCents)} note="to learners" />
      <Tile
        name="Cancellation rate"
        value={percentText(figures.cancellationRate)}
        note={`${figures.cancelledLessons} cancelled; before ${percentText(previousFigures.cancellationRate)}`}
      />
    </Tiles>
  );
}

function Statuses({ counts }: { counts: Record<string, number> }) {
  const rows = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return (
    <section aria-labelledby="by-status">
      <h2 id="by-status" className="mb-3 text-xl">
        Lessons by status
      </h2>
      {rows.length === 0 && <p className="text-soft">No lesson begins in this period.</p>}
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
