import { useConfig } from '../app/use-config.ts';
import { useSession } from '../session/use-session.ts';
import { LinkButton } from '../ui/Button.tsx';

/** On to the dashboard for who is signed in, else to signing in. */
export function ContinueLink() {
  const { dashboard } = useConfig();
  const isSignedIn = useSession() !== null;
  return isSignedIn ? (
    <LinkButton to={dashboard.defaultRoute}>Go to the dashboard</LinkButton>
  ) : (
    <LinkButton to="/login">Sign in</LinkButton>
  );
}
