import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

type TilesProps = { label: string; children: ReactNode; areFive?: boolean };

/** Figures side by side, each a Tile; as many in a row as have room, and five as three above two, so that none stands alone. */
export function Tiles({ label, children, areFive = false }: TilesProps) {
  const columns = areFive
    ? '@[34rem]:grid-cols-6 @[34rem]:[&>*]:col-span-2 @[34rem]:[&>:nth-child(n+4)]:col-span-3'
    : '@[34rem]:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]';
  return (
    <section aria-label={label} className="@container">
      <dl className={classNames('grid grid-cols-2 gap-3', columns)}>{children}</dl>
    </section>
  );
}

type TileProps = {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  isWide?: boolean;
  /** Where the figure opens to what it is made of. */
  to?: string;
};

/** One figure with its name, and a line of what it means or how it changed. */
export function Tile({ name, value, note, isWide = false, to }: TileProps) {
  return (
    <div className={classNames('card p-4', isWide && '@max-[34rem]:col-span-2')}>
      <dt className="text-soft [overflow-wrap:anywhere]">{name}</dt>
      <dd>
        <span className="figures block font-bold font-head text-title leading-tight [overflow-wrap:anywhere] @[34rem]:text-heading">
          {to ? (
            <Link to={to} className="inline-block min-h-6 text-ink" aria-label={`${name}: ${value}`}>
              {value}
            </Link>
          ) : (
            value
          )}
        </span>
        {note && <span className="text-soft text-note">{note}</span>}
      </dd>
    </div>
  );
}
