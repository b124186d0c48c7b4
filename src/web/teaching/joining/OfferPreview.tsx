import { useQuery } from '@tanstack/react-query';
import * as texts from '#texts/teaching.ts';
import type { OfferPreviewAnswer } from '#wire/teaching.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import { formatMinutes, formatStart } from '../../platform/ui/format-time.ts';
import type { Teaching } from './use-teaching.ts';

/** What learners are offered with what is saved, and with other settings. */
export function useOfferPreview(instructor: string, settings: Record<string, string | number> = {}) {
  return useQuery({
    queryKey: ['teaching', 'offer-preview', instructor, settings],
    queryFn: ({ signal }) => readMarketplace<OfferPreviewAnswer>('preview-offer', { instructor, ...settings }, signal),
    placeholderData: (shown) => shown,
  });
}

type OfferPreviewProps = {
  teaching: Teaching;
  settings: Record<string, string | number>;
  /** What else learners get of the choices, a sentence each. */
  sentences?: readonly string[];
};

/** What learners would be offered with settings that are not saved yet, beside what they are offered now. */
export function OfferPreview({ teaching, settings, sentences = [] }: OfferPreviewProps) {
  const { data } = useOfferPreview(teaching.profile.id, settings);
  const all = [...sentences, ...(data?.waiting ? [waitingText(data.waiting)] : [])];
  if (!data) return null;
  return (
    <section aria-labelledby="offer-preview" className="grid gap-2 rounded border border-line bg-surface p-4">
      <h3 id="offer-preview" className="text-title">
        {texts.whatLearnersSee}
      </h3>
      <div role="status" className="grid gap-2">
        <Times answer={data} teaching={teaching} />
        {all.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {data.areas.length > 0 && (
        <>
          <p id="offered-by-area">{texts.offeredByArea}</p>
          <ul aria-labelledby="offered-by-area" className="list-disc pl-5">
            {data.areas.map(({ area, saved: now, wanted: then }) => (
              <li key={area}>{texts.offeredInArea({ area, count: then, saved: now })}</li>
            ))}
          </ul>
        </>
      )}
      <p className="text-soft">{texts.bookedLessonsStay}</p>
    </section>
  );
}

/** The free times alone, where the rest of a preview stands elsewhere. */
export function OfferedTimes({ teaching, settings }: Pick<OfferPreviewProps, 'teaching' | 'settings'>) {
  const { data } = useOfferPreview(teaching.profile.id, settings);
  return data ? <Times answer={data} teaching={teaching} /> : null;
}

// Before any hours are open, there is nothing to compare.
function Times({
  answer: { durationMinutes, saved, wanted },
  teaching,
}: {
  answer: OfferPreviewAnswer;
  teaching: Teaching;
}) {
  if (durationMinutes === null || !teaching.hasHours) return null;
  const zone = teaching.profile.timezone || undefined;
  return (
    <p>
      {texts.offeredThen({
        count: wanted.count,
        length: formatMinutes(durationMinutes),
        first: wanted.first ? formatStart(wanted.first, zone) : '',
        last: wanted.last ? formatStart(wanted.last, zone) : '',
      })}{' '}
      {texts.offeredNow({ count: saved.count })}
    </p>
  );
}

function waitingText({ saved, wanted }: { saved: number; wanted: number }): string {
  const then = texts.thenWaiting({ count: wanted });
  return saved === wanted ? then : `${then} ${texts.savedWaiting({ saved })}`;
}
