import { type ReactNode, useEffect, useRef } from 'react';

type PayFrameProps = {
  /** What is asked for now, in words. */
  heading: string;
  /** What the page asks for now: each new state begins at its heading, in sight and read out. */
  state: string | undefined;
  /** What is paid for, and what that is called. */
  summary: ReactNode;
  summaryName: string;
  /** The ways to pay. */
  children: ReactNode;
};

/** Paying, whatever for: what it is and what it comes to stand above the ways to pay on a phone, and beside them on a wide page. */
export function PayFrame({ heading, state, summary, summaryName, children }: PayFrameProps) {
  const top = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new state is read out from its heading.
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-8 lg:gap-y-4">
      <h2 id="pay-heading" ref={top} tabIndex={-1} className="text-heading outline-none">
        {heading}
      </h2>
      <aside
        aria-label={summaryName}
        className="card overflow-hidden lg:sticky lg:top-36 lg:col-start-2 lg:row-span-2 lg:row-start-1"
      >
        <div className="kerb" aria-hidden />
        <div className="p-5">{summary}</div>
      </aside>
      <section aria-labelledby="pay-heading" className="max-w-[34rem]">
        {children}
      </section>
    </div>
  );
}
