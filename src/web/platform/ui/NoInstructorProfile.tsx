import { dashboardPath } from '#rules/paths/account-paths.ts';
import { teachPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/ui.ts';
import { LinkButton } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** In place of an instructor's page for somebody who teaches nobody. */
export function NoInstructorProfile({ what }: { what: string }) {
  return (
    <EmptyState
      title={texts.youHaveNoInstructorProfile}
      action={
        <>
          <LinkButton to={dashboardPath}>{texts.goToTheDashboard}</LinkButton>
          <LinkButton variant="secondary" to={teachPath}>
            {texts.teachOnKerbside}
          </LinkButton>
        </>
      }
    >
      <p>{texts.licensedPrivateDriving({ what })}</p>
    </EmptyState>
  );
}
