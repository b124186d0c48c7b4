type PortraitProps = { instructor: { id: string; photo?: string }; className?: string };

/** An instructor's portrait. Decorative: the name always stands beside it. */
export function Portrait({ instructor, className }: PortraitProps) {
  return instructor.photo ? (
    <img
      src={`/api/files/instructors/${instructor.id}/${encodeURIComponent(instructor.photo)}`}
      alt=""
      width={64}
      height={64}
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
