import * as texts from '#texts/mailLinks.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';

/** On to the dashboard for who is signed in, else to signing in. */
export function ContinueLink() {
  const { dashboard } = useConfig();
  const isSignedIn = useSession() !== null;
  return isSignedIn ? (
    <LinkButton to={dashboard.defaultRoute}>{texts.goToTheDashboard}</LinkButton>
  ) : (
    <LinkButton to="/login">{texts.signIn}</LinkButton>
  );
}
