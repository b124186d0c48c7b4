import type { ReactNode } from 'react';

type OutcomeCardProps = {
  id: string;
  title: string;
  rows: readonly (readonly [string, ReactNode])[];
  children?: ReactNode;
};

/** How a lesson ended before it was given: facts and sums, a line each, those without a value left out, and what comes next. */
export function OutcomeCard({ id, title, rows, children }: OutcomeCardProps) {
  return (
    <section aria-labelledby={id} className="card mt-6 p-5">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <dl className="figures mt-3 grid grid-cols-[fit-content(9rem)_1fr] items-baseline gap-x-4 gap-y-1.5">
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-soft">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
      </dl>
      {children}
    </section>
  );
}
