import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const kinds = {
  failure: { box: 'border-red-line bg-red-tint', sign: 'M10 1.9a8.1 8.1 0 1 0 .01 0M10 6v5M10 14v.01', role: 'alert' },
  success: {
    box: 'border-tint-line bg-tint',
    sign: 'M10 1.9a8.1 8.1 0 1 0 .01 0M6.5 10l2.5 2.5 4.5-5',
    role: 'status',
  },
  attention: {
    box: 'border-amber-line bg-amber-tint',
    sign: 'M10 2.5 18.5 17h-17zM10 7.5v4M10 14v.01',
    role: 'status',
  },
  plain: { box: 'border-line bg-surface', sign: 'M10 1.9a8.1 8.1 0 1 0 .01 0M10 9v5M10 6v.01', role: undefined },
} as const;

type NoticeProps = { kind?: keyof typeof kinds; className?: string; children: ReactNode };

/** A message in the page: failure, success, attention or plain; each by words, shape and colour. Its signs are drawn here, since
 * the sign-in page must not load an icon library for them. */
export function Notice({ kind = 'plain', className, children }: NoticeProps) {
  const { box, sign, role } = kinds[kind];
  return (
    <div role={role} className={classNames('flex gap-3 rounded border px-4 py-3', box, className)}>
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="mt-0.5 size-5 shrink-0 fill-none stroke-current [stroke-linecap:round] [stroke-linejoin:round] [stroke-width:1.75]"
      >
        <path d={sign} />
      </svg>
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}
