import type { ReactNode } from 'react';

type WideTableProps = { caption: string; className: string; children: ReactNode };

/** A table that is wider than the page and is scrolled within it, by keys, too; its caption is read out and not shown. */
export function WideTable({ caption, className, children }: WideTableProps) {
  return (
    // What is only read out is placed by it: else the page itself would be as wide as the table.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page must be scrolled by keys, too.
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className={className}>
        <caption className="unseen">{caption}</caption>
        {children}
      </table>
    </section>
  );
}
