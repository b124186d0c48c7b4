import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarSync } from 'lucide-react';
import * as texts from '#texts/schedule.ts';
import type { CalendarAddressAnswer } from '#wire/calendar.ts';
import { callMarketplace, readMarketplace } from '../../platform/session/backend.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { useToast } from '../../platform/ui/Toasts.tsx';

const queryKey = ['calendar-address'];

/** The secret address at which the calendar on a phone or computer reads one's lessons; made, copied, renewed and ended here. */
export function CalendarAddress() {
  const toast = useToast();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readMarketplace<CalendarAddressAnswer>('calendar-address', {}, signal),
  });
  const failed = () => toast({ text: texts.addressNotChanged, isFailure: true });
  const renew = useMutation({
    mutationFn: () => callMarketplace<CalendarAddressAnswer>('POST', 'calendar-address'),
    onSuccess: (address) => {
      queries.setQueryData(queryKey, address);
      toast({ text: texts.addressIsNew });
    },
    onError: failed,
  });
  const end = useMutation({
    mutationFn: () => callMarketplace('DELETE', 'calendar-address'),
    onSuccess: () => {
      queries.setQueryData(queryKey, { url: null, caldavUrl: null } satisfies CalendarAddressAnswer);
      toast({ text: texts.addressEnded });
    },
    onError: failed,
  });
  const url = data?.url ?? '';
  const caldavUrl = data?.caldavUrl ?? '';
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address);
      toast({ text: texts.addressCopied });
    } catch {
      toast({ text: texts.addressNotCopied, isFailure: true });
    }
  };
  return (
    <section aria-labelledby="calendar-address" className="card p-5 md:px-6 print:hidden">
      <h2 id="calendar-address" className="text-heading">
        {texts.yourPhonesCalendar}
      </h2>
      <p className="mt-1 mb-4 text-soft">{texts.addressMeans}</p>
      {url !== '' && (
        <p className="mb-4">
          <span className="figures break-all">{url}</span>
          <br />
          {/* The same address, in the words by which a phone or computer knows it for a calendar. */}
          <a href={url.replace(/^https?:/, 'webcal:')} className="inline-flex min-h-12 items-center">
            {texts.addOnThisDevice}
          </a>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {url !== '' && (
          <Button className="min-h-12" onClick={() => void copy(url)}>
            {texts.copyAddress}
          </Button>
        )}
        {data && (
          <Button variant="secondary" className="min-h-12" isBusy={renew.isPending} onClick={() => renew.mutate()}>
            <CalendarSync size={18} strokeWidth={1.75} aria-hidden />
            {url === '' ? texts.makeAddress : texts.renewAddress}
          </Button>
        )}
        {url !== '' && (
          <Button variant="quiet" className="min-h-12" isBusy={end.isPending} onClick={() => end.mutate()}>
            {texts.endAddress}
          </Button>
        )}
      </div>
      {caldavUrl !== '' && (
        <details className="mt-3">
          <summary className="flex min-h-12 items-center font-semibold text-green">{texts.forCaldavPrograms}</summary>
          <p className="text-soft">{texts.caldavMeans}</p>
          <p className="figures my-3 break-all">{caldavUrl}</p>
          <Button variant="secondary" className="min-h-12" onClick={() => void copy(caldavUrl)}>
            {texts.copyCaldavAddress}
          </Button>
        </details>
      )}
    </section>
  );
}
