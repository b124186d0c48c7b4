import { useRouteError } from 'react-router';
import { ErrorState } from '../ui/ErrorState.tsx';

/** In place of a page that could not be loaded or shown. A new version of the site is the usual cause, so retrying reloads. */
export function PageFailure() {
  const error = useRouteError();
  const isChunk = error instanceof TypeError;
  return (
    <ErrorState
      title="This page could not be shown"
      detail={
        isChunk
          ? 'The connection was cut, or Kerbside was updated meanwhile. Nothing was charged and your lessons are as they were.'
          : 'Something in it failed. Nothing was charged and your lessons are as they were.'
      }
      onRetry={() => location.reload()}
    />
  );
}
