import type { ReactNode } from 'react';

/** What is known of a case of a queue, a line each. */
export function CaseFacts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-2">
      {facts.map(({ label, value }) => (
        <div key={label} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
          <dt className="text-soft">{label}</dt>
          <dd className="figures [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
