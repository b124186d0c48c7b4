import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const kinds = {
  failure: { box: 'border-red-line bg-red-tint', icon: CircleAlert, role: 'alert' },
  success: { box: 'border-tint-line bg-tint', icon: CircleCheck, role: 'status' },
  attention: { box: 'border-amber-line bg-amber-tint', icon: TriangleAlert, role: 'status' },
  plain: { box: 'border-line bg-surface', icon: Info, role: undefined },
} as const;

type NoticeProps = { kind?: keyof typeof kinds; className?: string; children: ReactNode };

/** A message in the page: failure, success, attention or plain; each by words, shape and colour. */
export function Notice({ kind = 'plain', className, children }: NoticeProps) {
  const { box, icon: Icon, role } = kinds[kind];
  return (
    <div role={role} className={classNames('flex gap-3 rounded border px-4 py-3', box, className)}>
      <Icon size={20} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}
