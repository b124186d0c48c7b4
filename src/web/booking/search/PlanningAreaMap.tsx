import { useNavigate } from 'react-router';
import * as texts from '#texts/search.ts';
import { isPlainClick } from '../../platform/ui/is-plain-click.ts';
import { namesOnMap } from './names-on-map.ts';
import { mapWindow, planningAreas } from './planning-areas.ts';
import { type SearchQuery, searchText } from './search-query.ts';

// A part of the start page that is counted in bytes: what all areas share stands once, above them.
const chosen = 'stroke-ink [stroke-width:2.5]';

/** Those that are seen of it: what lies beyond its edge would only be bytes. */
const [left, top, width, height] = mapWindow;
const shown = planningAreas.filter(({ at: [x, y] }) => x > left && x < left + width && y > top && y < top + height);

type PlanningAreaMapProps = { counts: Record<string, number>; query: SearchQuery };

/**
 * Singapore's planning areas with a caption, stronger in colour where more instructors are found; a tap chooses one. It is for the pointer: the list of
 * areas beside it says and does the same for the keyboard, for screen readers and for areas that are small.
 */
export function PlanningAreaMap({ counts, query }: PlanningAreaMapProps) {
  const most = Math.max(1, ...Object.values(counts));
  const { page: _, ...filters } = query;
  const navigate = useNavigate();
  const drawn = shown.toSorted((one, other) => Number(one.name === query.area) - Number(other.name === query.area));
  return (
    <figure>
      <svg
        viewBox={mapWindow.join(' ')}
        aria-hidden="true"
        className="area-map w-full fill-green stroke-surface [&>*:hover]:stroke-ink"
      >
        {drawn.map(({ name, path }) => {
          const count = counts[name] ?? 0;
          const shape = (
            <path d={path} fillOpacity={strengthOf(count, most)} className={name === query.area ? chosen : undefined} />
          );
          if (count === 0) return <g key={name}>{shape}</g>;
          const address = `/instructors${searchText({ ...filters, area: name })}`;
          return (
            // Fifty links of the router's would be a tenth of what the whole page takes to render.
            <a
              key={name}
              href={address}
              tabIndex={-1}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                void navigate(address, { preventScrollReset: true });
              }}
            >
              <title>{texts.areaWithCount({ area: name, count })}</title>
              {shape}
            </a>
          );
        })}
        {namesOnMap(counts, query.area).map(({ name, at: [x, y], isOnPhone }) => (
          <text key={name} x={x} y={y} className={isOnPhone ? undefined : 'max-lg:hidden'}>
            {name}
            <tspan x={x} dy="1.1em">
              {counts[name]}
            </tspan>
          </text>
        ))}
      </svg>
      <figcaption className="mt-1 text-note text-soft">{texts.mapCaption}</figcaption>
    </figure>
  );
}

/** How much of its colour shows, as one of six steps: of an area without instructors the least. */
function strengthOf(count: number, most: number): number {
  return count === 0 ? 0.08 : Math.ceil((count / most) * 5) * 0.16;
}
