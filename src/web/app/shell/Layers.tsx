import { lazy, Suspense } from 'react';
import { TermsBanner } from '../../people/terms/TermsBanner.tsx';
import { useSessionEnded } from '../../platform/session/ended-session.ts';
import { useSession } from '../../platform/session/use-session.ts';
import type { Place } from '../palette/palette-entry.ts';
import type { Overlay } from '../palette/shell-shortcut.ts';
import { LookingBanner } from './LookingBanner.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { Outbox } from './Outbox.tsx';
import { useKeptSession } from './use-kept-session.ts';
import { useLeaving } from './use-leaving.ts';
import { useLiveRecords } from './use-live-records.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('../palette/CommandPalette.tsx')).CommandPalette,
}));
const ShortcutList = lazy(async () => ({ default: (await import('../palette/ShortcutList.tsx')).ShortcutList }));
const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }));

export type LayersProps = {
  overlay: Overlay | undefined;
  setOverlay: (overlay: Overlay | undefined) => void;
  /** The places of the sidebar. */
  places: () => readonly Place[];
};

/**
 * What comes over the page: the palette, the list of shortcuts, signing in again, and the word that the device is offline. What the server tells
 * of by itself is followed from here, too, so that none of it keeps the page from its first paint.
 */
export function Layers({ overlay, setOverlay, places }: LayersProps) {
  const user = useSession();
  const leave = useLeaving();
  const hasEnded = useSessionEnded();
  useLiveRecords(user?.id);
  useKeptSession(user?.id);
  const close = () => setOverlay(undefined);
  return (
    <>
      <OfflineBanner />
      {user && <LookingBanner user={user} />}
      {user && <Outbox user={user.id} />}
      {user && <TermsBanner user={user} />}
      <Suspense>
        {user && overlay === 'palette' && (
          <CommandPalette
            user={user}
            places={places()}
            onClose={close}
            leave={leave}
            showShortcuts={() => setOverlay('shortcuts')}
          />
        )}
        {overlay === 'shortcuts' && <ShortcutList onClose={close} />}
        {user && hasEnded && <SignInAgain user={user} leave={leave} />}
      </Suspense>
    </>
  );
}
