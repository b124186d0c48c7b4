import type { ReactNode } from 'react';

/** A lesson as a ticket: kerb stripe on top, the facts, and a stub behind a perforation for the start code. */
export function Ticket({ children, stub }: { children: ReactNode; stub?: ReactNode }) {
  return (
    <div className="card overflow-hidden">
      <div className="kerb" aria-hidden />
      <div className={stub ? 'sm:grid sm:grid-cols-[1fr_11rem]' : undefined}>
        <div className="p-5">{children}</div>
        {stub && (
          <div className="border-t-2 border-dashed border-line p-5 text-center sm:border-l-2 sm:border-t-0">{stub}</div>
        )}
      </div>
    </div>
  );
}
