type PortraitProps = { instructor: { id: string; photo?: string }; className?: string };

/** An instructor's portrait, no larger than it is shown. Decorative: the name always stands beside it. */
export function Portrait({ instructor, className }: PortraitProps) {
  const file = `/api/files/instructors/${instructor.id}/${encodeURIComponent(instructor.photo ?? '')}?thumb=`;
  return instructor.photo ? (
    <img
      src={`${file}128x128`}
      srcSet={`${file}320x320 2x`}
      alt=""
      width={80}
      height={100}
      loading="lazy"
      decoding="async"
      className={className ?? 'size-16 rounded-full bg-tint object-cover'}
    />
  ) : (
    <svg viewBox="0 -24 64 88" aria-hidden="true" className={className ?? 'size-16 rounded-full bg-tint'}>
      <path d="M8 64c2-14 12-19 24-19s22 5 24 19z" className="fill-green" />
      <ellipse cx="32" cy="28" rx="12" ry="14" className="fill-line-strong" />
    </svg>
  );
}
