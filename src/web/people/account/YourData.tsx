import { useMutation } from '@tanstack/react-query';
import * as texts from '#texts/account.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { useToast } from '../../platform/ui/Toasts.tsx';
import { AgreedTerms } from '../terms/AgreedTerms.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { saveFile } from './save-file.ts';

/** Taking one's data along, and leaving. */
export function YourData({ user }: { user: SessionUser }) {
  const toast = useToast();
  const download = useMutation({
    mutationFn: downloadData,
    onSuccess: () => toast({ text: texts.yourDataIsDownloaded }),
    onError: (error) =>
      toast({ text: error instanceof TooOften ? error.message : texts.theDownloadFailedTryAgain, isFailure: true }),
  });
  return (
    <SettingsSection title={texts.yourData}>
      <div className="card divide-y divide-line px-4 [&>*]:border-line">
        <div className="flex flex-wrap items-center justify-between gap-3 py-4">
          <p className="min-w-0 max-w-[40ch]">
            <b className="font-semibold">{texts.download}</b>
            <span className="block text-note text-soft">{texts.yourDataLead}</span>
          </p>
          <Button
            variant="secondary"
            isBusy={download.isPending}
            busyText={texts.collecting}
            onClick={() => download.mutate()}
          >
            {texts.downloadMyData}
          </Button>
        </div>
        <AgreedTerms user={user} />
        <DeleteAccount user={user} />
      </div>
    </SettingsSection>
  );
}

class TooOften extends Error {}

async function downloadData(): Promise<void> {
  const backend = await loadBackend();
  const answer = await fetch('/api/marketplace/export', { headers: { Authorization: backend.authStore.token } });
  if (answer.status === 429) throw new TooOften(texts.downloadedSeveralTimesJustNow);
  if (!answer.ok) throw new Error(`The download was answered with ${answer.status}.`);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await answer.blob(), name ?? 'kerbside.zip');
}
