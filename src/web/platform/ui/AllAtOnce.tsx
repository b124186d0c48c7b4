import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

const isFirstRead = ({ state }: Query) => state.status === 'pending';

/**
 * Its children once all that the page reads at first was answered, or could not be. For parts of which each stands, or does not, by an answer of
 * its own: one by one they would push down what is below them. What comes afterwards hides nothing again.
 */
export function AllAtOnce({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [isRead, setRead] = useState(false);
  const waitedFor = useIsFetching({ predicate: isFirstRead });
  useEffect(() => {
    // Asked anew: the children's effects, which run before this one, may just have begun to read.
    if (waitedFor === 0 && queries.isFetching({ predicate: isFirstRead }) === 0) setRead(true);
  }, [waitedFor, queries]);
  return <div hidden={!isRead}>{children}</div>;
}
