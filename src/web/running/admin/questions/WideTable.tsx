import type { ReactNode } from 'react';
import { useArrowCells } from './use-arrow-cells.ts';

type WideTableProps = { caption: string; className: string; children: ReactNode };

/**
 * A table of figures that open to their rows. Where it is wider than the page it is scrolled within it, by keys, too; its caption is read out and not
 * shown. The buttons in its fields are one stop of the Tab key, and arrows go from one to the next.
 */
export function WideTable({ caption, className, children }: WideTableProps) {
  const cells = useArrowCells();
  return (
    // What is only read out is placed by it: else the page itself would be as wide as the table.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page must be scrolled by keys, too.
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={caption}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrows go from field to field, which is what a grid is. */}
      <table {...cells} role="grid" className={className}>
        <caption className="unseen">{caption}</caption>
        {children}
      </table>
    </section>
  );
}
