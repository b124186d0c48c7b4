import { type ReactNode, useEffect, useRef } from 'react';

type PayHeadingProps = {
  id: string;
  /** What the page asks for now: each new state begins at its heading, in sight and read out. */
  state: string | undefined;
  children: ReactNode;
};

/** The heading of what is asked for while something is paid. */
export function PayHeading({ id, state, children }: PayHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new state is read out from its heading.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  return (
    <h2 id={id} ref={heading} tabIndex={-1} className="text-2xl outline-none">
      {children}
    </h2>
  );
}
