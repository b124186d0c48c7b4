export type Bar = { label: string; value: number };

type BarChartProps = {
  /** What is read out in place of the picture: what the bars are of, and the highest. */
  summary: string;
  bars: readonly Bar[];
  format: (value: number) => string;
};

const height = 100;

/** Bars over time. The picture stretches with the page, its words do not; give the same numbers as a table beside it. */
export function BarChart({ summary, bars, format }: BarChartProps) {
  const top = niceTop(Math.max(0, ...bars.map(({ value }) => value)));
  const width = Math.max(1, bars.length) * 10;
  const marks = [bars[0], bars[Math.floor((bars.length - 1) / 2)], bars.at(-1)];
  return (
    <figure role="img" aria-label={summary} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      <div className="figures flex h-48 flex-col justify-between text-right text-soft text-label" aria-hidden>
        <span className="-mt-2">{format(top)}</span>
        <span>{format(top / 2)}</span>
        <span className="-mb-2">{format(0)}</span>
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-48 w-full border-line border-b"
      >
        {[0, height / 2].map((y) => (
          <line
            key={y}
            x1={0}
            x2={width}
            y1={y}
            y2={y}
            className="stroke-line [stroke-dasharray:4_4]"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {bars.map(({ label, value }, index) => {
          const size = top === 0 ? 0 : (Math.max(0, value) / top) * height;
          return (
            <g key={label}>
              <title>{`${label}: ${format(value)}`}</title>
              <rect x={index * 10} y={0} width={10} height={height} className="fill-transparent" />
              <rect x={index * 10 + 1.5} y={height - size} width={7} height={size} className="fill-green" />
            </g>
          );
        })}
      </svg>
      <span aria-hidden />
      <div className="flex justify-between gap-2 text-soft text-label" aria-hidden>
        {[...new Set(marks.map((mark) => mark?.label ?? ''))].map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
    </figure>
  );
}

/** The next round number for the top of the axis; even, so that its half is whole as well. */
export function niceTop(value: number): number {
  if (value <= 0) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  const top = [1, 2, 4, 6, 8, 10].map((step) => step * power).find((candidate) => candidate >= value);
  return Math.max(2, top ?? 10 * power);
}
