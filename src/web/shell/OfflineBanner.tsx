import { WifiOff } from 'lucide-react';
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

/** Says so for as long as the device has no network; what is on screen and what was typed stays. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div
      role="alert"
      className="sticky top-[3.875rem] z-20 flex items-center gap-3 border-amber-line border-b bg-amber-tint px-4 py-2 print:hidden"
    >
      <WifiOff size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <p>{texts.youAreOffline}</p>
    </div>
  );
}
