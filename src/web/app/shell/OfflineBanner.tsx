import { ChevronDown, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import * as texts from '#texts/shell.ts';

function follow(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says so in one line for as long as the device has no network, and what that means once it is opened. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div role="alert" className="sticky top-[3.875rem] z-20 bg-ink text-paper print:hidden">
      <details>
        <summary className="flex min-h-9 items-center gap-2 px-4 py-1 text-note">
          <WifiOff size={18} strokeWidth={1.75} aria-hidden className="shrink-0" />
          {texts.youAreOffline}
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden className="ml-auto shrink-0" />
        </summary>
        <p className="px-4 pb-3">{texts.whatIsKeptOffline}</p>
      </details>
    </div>
  );
}
