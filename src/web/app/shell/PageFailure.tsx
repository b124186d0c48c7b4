import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import * as texts from '#texts/shell.ts';
import { isMissingChunk, mayReload } from '../../platform/ground/missing-chunk.ts';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';

/**
 * In place of a page that could not be loaded or shown. When its script is gone, which is how a page notices that the site was
 * updated, it is opened anew once by itself; after that the person decides.
 */
export function PageFailure() {
  const error = useRouteError();
  const isChunk = isMissingChunk(error);
  useEffect(() => {
    if (isChunk && mayReload(sessionStorage, Date.now())) location.reload();
  }, [isChunk]);
  return (
    <ErrorState
      title={texts.thisPageNotShown}
      detail={isChunk ? texts.connectionCutOrUpdated : texts.somethingInItFailedNothing}
      onRetry={() => location.reload()}
    />
  );
}
