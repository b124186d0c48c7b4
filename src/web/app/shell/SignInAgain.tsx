import * as texts from '#texts/shell.ts';
import { AgainForms } from '../../people/auth/AgainForms.tsx';
import { setSessionEnded } from '../../platform/session/ended-session.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { SealedDialog } from '../../platform/ui/SealedDialog.tsx';

type SignInAgainProps = { user: SessionUser; leave: () => void };

/**
 * Over a page whose session the server has ended: whoever used it signs in again and goes on, with everything that was typed still there. The
 * page behind is hidden, since it may be somebody else who sits before it now.
 */
export function SignInAgain({ user, leave }: SignInAgainProps) {
  const end = () => setSessionEnded(false);
  return (
    <SealedDialog title={texts.signInAgain} description={texts.sessionEnded({ email: user.email })}>
      <AgainForms
        email={user.email}
        onDone={end}
        leave={
          <Button
            variant="quiet"
            className="px-2"
            onClick={() => {
              end();
              leave();
            }}
          >
            {texts.leaveThisPage}
          </Button>
        }
      />
    </SealedDialog>
  );
}
