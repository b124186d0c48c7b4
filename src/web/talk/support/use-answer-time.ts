import { useQuery } from '@tanstack/react-query';
import { answerBy, isSupportOpen } from '#rules/support/support-hours.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { readFullList } from '../../platform/session/backend.ts';
import { formatSlotInText, localDateOf } from '../../platform/ui/format-time.ts';

export type AnswerTime = { isOpen: boolean; text: string };

/** By when a question asked now is answered, such as `Today 16:20`; undefined until the holidays are known. */
export function useAnswerTime(): AnswerTime | undefined {
  const policy = usePolicy();
  const { data } = useQuery({
    queryKey: ['holidays'],
    queryFn: ({ signal }) =>
      readFullList<{ date: string }>('holidays', {
        filter: `date >= '${localDateOf(currentTime())}'`,
        fields: 'date',
        signal,
      }),
    staleTime: 3_600_000,
  });
  if (!data) return undefined;
  const holidays = new Set(data.map(({ date }) => date));
  const now = currentTime();
  const answeredAt = new Date(answerBy(now.getTime(), holidays, policy));
  return { isOpen: isSupportOpen(now.getTime(), holidays, policy), text: formatSlotInText(answeredAt, now) };
}
