import { type ReactNode, useState } from 'react';

type ListSearchProps = {
  /** What is searched, as its landmark is called. */
  name: string;
  isWorth: boolean;
  className: string;
  children: ReactNode;
};

/** The search, filters and order of a list that is worth searching. Once shown they stay: whoever clears a search must not lose its field while the whole list is on its way. */
export function ListSearch({ name, isWorth, className, children }: ListSearchProps) {
  const [wasWorth, setWasWorth] = useState(isWorth);
  if (isWorth && !wasWorth) setWasWorth(true);
  if (!isWorth && !wasWorth) return null;
  return (
    <search aria-label={name} className={className}>
      {children}
    </search>
  );
}
