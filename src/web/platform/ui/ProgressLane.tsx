type ProgressLaneProps = { label: string; percent: number; isLabelHidden?: boolean };

/** How far along something is, drawn as a road with its dashed lane line: words, bar and figure in one row. */
export function ProgressLane({ label, percent, isLabelHidden = false }: ProgressLaneProps) {
  const value = Math.min(100, Math.max(0, Math.round(percent)));
  const dashes = 'absolute inset-x-0 top-1.5 h-0.5';
  return (
    <div className="grid grid-cols-[minmax(0,9.5rem)_1fr_3.5rem] items-center gap-3">
      <span className={isLabelHidden ? 'unseen' : undefined}>{label}</span>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
        className="relative h-3.5 overflow-hidden rounded-full bg-asphalt"
      >
        <div className={`${dashes} bg-[repeating-linear-gradient(90deg,#ffffff66_0_12px,transparent_12px_22px)]`} />
        <div className="absolute inset-y-0 left-0 overflow-hidden bg-green" style={{ width: `${value}%` }}>
          <div
            className={`${dashes} w-[100vw] bg-[repeating-linear-gradient(90deg,var(--color-on-green)_0_12px,transparent_12px_22px)]`}
          />
        </div>
      </div>
      <span className="figures text-right font-semibold">{`${value}%`}</span>
    </div>
  );
}
