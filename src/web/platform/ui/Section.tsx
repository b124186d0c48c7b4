import { type ReactNode, useId } from 'react';

type SectionProps = { title: string; note?: ReactNode; action?: ReactNode; children: ReactNode };

/** A titled part of a dashboard, with one action at its head where there is one. */
export function Section({ title, note, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={id} className="text-heading">
            {title}
          </h2>
          {note && <p className="mt-1 text-soft">{note}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
