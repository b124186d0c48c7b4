import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { AfterDelay, Skeleton } from './Skeleton.tsx';

type WhenReadProps = {
  read: Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>;
  /** What is read, as it stands in a sentence: `your messages`. */
  what: string;
  /** Said when it failed: `Your messages could not be loaded`. */
  notLoaded: string;
  /** What was kept, or why it may have failed. */
  detail?: string;
  /** The size of what will stand here, in classes. */
  skeleton?: string;
  children: ReactNode;
};

/** Its children once something is read; till then its shape, or why it cannot be read, with a button to try again. What was read once stays. */
export function WhenRead({ read, what, notLoaded, detail, skeleton = 'h-96 w-full', children }: WhenReadProps) {
  if (read.data !== undefined) return children;
  if (read.isError) return <ErrorState title={notLoaded} detail={detail} onRetry={() => void read.refetch()} />;
  return (
    <AfterDelay what={what}>
      <Skeleton className={skeleton} />
    </AfterDelay>
  );
}
