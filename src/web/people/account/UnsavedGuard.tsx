import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import * as texts from '#texts/account.ts';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';

/** Asks before a page with unsaved words in it is left, whether inside the product or by closing the tab. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => isOpen || blocker.reset?.()}
      title={texts.leaveWithoutSaving}
      description={texts.unsavedChanges}
      cancelLabel={texts.stay}
      confirmLabel={texts.leave}
      isHarmful
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
