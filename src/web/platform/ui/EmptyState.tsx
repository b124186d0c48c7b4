import type { ReactNode } from 'react';

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode };

/** Says why a list is empty and offers one thing to do about it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="rounded-lg border-2 border-dashed border-line px-5 py-8 text-center">
      <p className="font-head text-title font-bold">{title}</p>
      {children && <div className="mx-auto mt-2 max-w-[52ch] text-soft">{children}</div>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
