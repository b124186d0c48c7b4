import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import * as texts from '#texts/auth.ts';
import '../../platform/ground/public-styles.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { takeWantedPath } from '../../platform/session/wanted-path.ts';

/** Where signing in with Google lands. Goes on at once, leaving this address in the history. */
export function UserHomePage() {
  const { dashboard } = useConfig();
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(takeWantedPath() ?? dashboard.defaultRoute);
  }, [navigate, dashboard.defaultRoute]);
  return (
    <main id="main" className="wrap pt-12">
      <h1 className="text-heading">{texts.youAreSignedIn}</h1>
      <p className="mt-2">
        <Link to={dashboard.defaultRoute}>{texts.goToYourDashboard}</Link>
      </p>
    </main>
  );
}
