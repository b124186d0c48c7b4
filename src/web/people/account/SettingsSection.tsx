import { type ReactNode, useId } from 'react';

/** A part of the settings page: under its heading, or beside it where the page is wide. */
export function SettingsSection({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-10">
      <div>
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        {lead && <p className="mt-1 text-soft">{lead}</p>}
      </div>
      <div className="grid content-start gap-4">{children}</div>
    </section>
  );
}
