import type { ReactNode } from 'react';

type PlannedPageProps = { title: string; points: readonly string[]; action?: ReactNode };

/** For a place that has nothing real in it yet: says plainly what will be here, with one thing to do meanwhile. */
export function PlannedPage({ title, points, action }: PlannedPageProps) {
  return (
    <section aria-labelledby="planned" className="max-w-[40rem]">
      <RoadAhead />
      <h2 id="planned" className="mt-7 text-2xl">
        {title}
      </h2>
      <p className="mt-2 text-soft">This page is not open yet. What it will hold:</p>
      <ul className="mt-3 grid list-disc gap-1 pl-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {action && <div className="mt-6 flex flex-wrap gap-3">{action}</div>}
    </section>
  );
}

/** A road whose asphalt ends where it is still being built. */
function RoadAhead() {
  return (
    <svg viewBox="0 0 640 40" aria-hidden="true" className="w-full">
      <rect width="380" height="40" rx="4" className="fill-asphalt" />
      <path d="M14 20h352" stroke="#fff" strokeWidth="3" strokeDasharray="22 16" />
      <path d="M392 2h246M392 38h246" className="stroke-line-strong" strokeWidth="2" strokeDasharray="8 8" />
    </svg>
  );
}
