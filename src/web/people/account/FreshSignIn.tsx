import { lazy, Suspense } from 'react';
import * as texts from '#texts/account.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';

const AgainForms = lazy(async () => ({ default: (await import('../auth/AgainForms.tsx')).AgainForms }));

type FreshSignInProps = { user: SessionUser; isOpen: boolean; onDone: () => void; onClose: () => void };

/** Asks who changes what opens their account to sign in once more: a session that is left open is not enough. */
export function FreshSignIn({ user, isOpen, onDone, onClose }: FreshSignInProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={texts.signInAgain}
      description={texts.signInAgainFirst({ email: user.email })}
    >
      <Suspense>
        <div className="grid gap-4">
          <AgainForms
            email={user.email}
            onDone={onDone}
            leave={
              <Button variant="quiet" className="px-2" onClick={onClose}>
                {texts.cancel}
              </Button>
            }
          />
        </div>
      </Suspense>
    </Dialog>
  );
}
