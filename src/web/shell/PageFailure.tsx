import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ErrorState } from '../ui/ErrorState.tsx';
import { isMissingChunk, mayReload } from './missing-chunk.ts';

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
      title="This page could not be shown"
      detail={
        isChunk
          ? 'The connection was cut, or Kerbside was updated meanwhile. Nothing was charged by this and your lessons are as they were.'
          : 'Something in it failed. Nothing was charged by this and your lessons are as they were.'
      }
      onRetry={() => location.reload()}
    />
  );
}
