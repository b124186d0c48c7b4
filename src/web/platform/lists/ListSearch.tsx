import { type ReactNode, useState } from 'react';
import { classNames } from '../ui/class-names.ts';

/** On a phone the fields themselves say what they are, and the list begins sooner. */
const onPhone = 'max-sm:gap-2 max-sm:[&_label[for]:not(fieldset_*)]:unseen';

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
    <search aria-label={name} className={classNames(className, onPhone)}>
      {children}
    </search>
  );
}
