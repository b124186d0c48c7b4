import { dashboardPath } from '#rules/paths/account-paths.ts';
import * as texts from '#texts/shell.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';

/** For an address below the dashboard where nothing is. */
export function UnknownPage() {
  return (
    <EmptyState title={texts.noPageHere} action={<LinkButton to={dashboardPath}>{texts.goToTheDashboard}</LinkButton>}>
      <p>{texts.linkMayBeWrong}</p>
    </EmptyState>
  );
}
