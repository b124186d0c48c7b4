import * as texts from '#texts/schedule.ts';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** In place of an instructor's page for somebody who teaches nobody. */
export function NoInstructorProfile({ what }: { what: string }) {
  return (
    <EmptyState
      title={texts.youHaveNoInstructorProfile}
      action={
        <>
          <LinkButton to="/dashboard">{texts.goToTheDashboard}</LinkButton>
          <LinkButton variant="secondary" to="/dashboard/teach">
            {texts.teachOnKerbside}
          </LinkButton>
        </>
      }
    >
      <p>{texts.licensedPrivateDriving({ what })}</p>
    </EmptyState>
  );
}
