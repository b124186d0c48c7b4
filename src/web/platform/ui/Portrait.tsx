import { classNames } from './class-names.ts';
import { initialsFor } from './initials-for.ts';

type PortraitProps = { instructor: { id: string; name: string; photo?: string }; className?: string };

/** An instructor's portrait, no larger than it is shown, or two letters of the name where there is none yet. Decorative: the name always stands beside it. */
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
    <span
      aria-hidden
      className={classNames(
        className ?? 'size-16 rounded-full bg-tint',
        'flex items-center justify-center font-head font-bold text-green text-title',
      )}
    >
      {initialsFor(instructor)}
    </span>
  );
}
