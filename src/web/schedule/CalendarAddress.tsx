import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarSync } from 'lucide-react';
import * as texts from '#texts/schedule.ts';
import { loadBackend, readMarketplace } from '../session/backend.ts';
import { Button } from '../ui/Button.tsx';
import { useToast } from '../ui/Toasts.tsx';

type Address = { url: string | null };

const queryKey = ['calendar-address'];
const path = '/api/marketplace/calendar-address';

/** The secret address at which the calendar on a phone or computer reads one's lessons; made, copied, renewed and ended here. */
export function CalendarAddress() {
  const toast = useToast();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readMarketplace<Address>('calendar-address', {}, signal),
  });
  const failed = () => toast({ text: texts.addressNotChanged, isFailure: true });
  const renew = useMutation({
    mutationFn: async () => (await loadBackend()).send<Address>(path, { method: 'POST' }),
    onSuccess: (address) => {
      queries.setQueryData(queryKey, address);
      toast({ text: texts.addressIsNew });
    },
    onError: failed,
  });
  const end = useMutation({
    mutationFn: async () => (await loadBackend()).send(path, { method: 'DELETE' }),
    onSuccess: () => {
      queries.setQueryData(queryKey, { url: null });
      toast({ text: texts.addressEnded });
    },
    onError: failed,
  });
  const url = data?.url ?? '';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast({ text: texts.addressCopied });
    } catch {
      toast({ text: texts.addressNotCopied, isFailure: true });
    }
  };
  return (
    <section aria-labelledby="calendar-address" className="card p-5 md:px-6 print:hidden">
      <h2 id="calendar-address" className="text-2xl">
        {texts.yourPhonesCalendar}
      </h2>
      <p className="mt-1 mb-4 text-soft">{texts.addressMeans}</p>
      {url !== '' && <p className="figures mb-4 break-all">{url}</p>}
      <div className="flex flex-wrap gap-3">
        {url !== '' && (
          <Button className="min-h-12" onClick={() => void copy()}>
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
    </section>
  );
}
