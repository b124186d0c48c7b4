import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';

type QueueRow = { key: string; to: string; name: string; detail: string; due: string; isUrgent: boolean };
type AdminQueueProps = {
  title: string;
  total: number;
  empty: string;
  more: { to: string; label: string };
  rows: readonly QueueRow[];
};

/** One queue: its first rows, the most urgent at the head, how many there are, and the way to all of them. */
export function AdminQueue({ title, total, empty, more, rows }: AdminQueueProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-3 md:px-5">
        <h2 id={id} className="text-title">
          {title} <span className="figures font-normal font-text text-body text-soft tracking-normal">{total}</span>
        </h2>
        <Link to={more.to} className="inline-flex min-h-11 items-center">
          {more.label}
        </Link>
      </div>
      {rows.length === 0 && <p className="border-line border-t px-4 py-4 text-soft md:px-5">{empty}</p>}
      <ul>
        {rows.map(({ key, to, name, detail, due, isUrgent }) => (
          <li key={key} className="border-line border-t">
            <Link
              to={to}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-4 py-2.5 text-ink no-underline hover:bg-sunken md:px-5"
            >
              <span className="min-w-0">
                <b className="block font-semibold [overflow-wrap:anywhere]">{name}</b>
                <span className="text-soft text-note">{detail}</span>
              </span>
              <span
                className={`figures flex items-center gap-1.5 text-note ${isUrgent ? 'font-semibold text-red' : 'text-soft'}`}
              >
                {isUrgent && <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />}
                {due}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
