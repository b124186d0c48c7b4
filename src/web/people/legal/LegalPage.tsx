import type { ReactNode } from 'react';
import { newestTerms } from '#rules/terms/terms-versions.ts';
import { formatDate } from '../../platform/ui/format-time.ts';

type LegalPageProps = {
  title: string;
  /** What is said beside the version. */
  note: string;
  children: ReactNode;
};

/** The frame of a text with numbered parts, made for reading and for print. */
export function LegalPage({ title, note, children }: LegalPageProps) {
  return (
    <article className="wrap pt-8">
      <div className="max-w-[68ch]">
        <h1 className="text-heading">{title}</h1>
        <p className="mt-2 text-soft">
          Version {newestTerms.version}, in force from {formatDate(new Date(newestTerms.fromMs))}. {note}
        </p>
        <div className="lane-top mt-5 grid gap-6 pt-5">{children}</div>
      </div>
    </article>
  );
}

/** One part of the text under its own heading. */
export function LegalPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-title">{title}</h2>
      {children}
    </section>
  );
}

/** Sentences as a list. */
export function LegalList({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
