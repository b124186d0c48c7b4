import type { ReactNode } from 'react';
import * as texts from '#texts/auth.ts';

type AuthCardProps = { title: string; lead?: ReactNode; children: ReactNode };

/** The frame of the sign-in, code and register pages. */
export function AuthCard({ title, lead, children }: AuthCardProps) {
  return (
    <div className="wrap pt-6 md:pt-12">
      <div className="card mx-auto max-w-[28rem] overflow-hidden">
        <div className="kerb" aria-hidden />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 sm:p-7">
          <div>
            <h1 className="text-heading">{title}</h1>
            {lead && <p className="wrap-anywhere mt-1.5 text-soft">{lead}</p>}
          </div>
          <noscript>
            <p className="rounded border border-amber-line bg-amber-tint px-4 py-3">{texts.needsJavaScript}</p>
          </noscript>
          {children}
        </div>
      </div>
    </div>
  );
}

/** A line with a word in its middle, between two ways of doing the same. */
export function Divider({ text }: { text: string }) {
  return (
    <div className="flex items-center gap-3 text-note text-soft before:grow before:border-t-2 before:border-dashed before:border-line after:grow after:border-t-2 after:border-dashed after:border-line">
      {text}
    </div>
  );
}
