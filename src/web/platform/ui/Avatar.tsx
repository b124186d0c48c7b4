import { useState } from 'react';
import { classNames } from './class-names.ts';
import { initialsFor, type Named } from './initials-for.ts';

type AvatarProps = { person: Named; src?: string | undefined; className?: string };

/** A person's picture, or two letters of the name where there is none or it cannot be loaded. Decorative: the name stands beside it. */
export function Avatar({ person, src, className }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string>();
  const size = className ?? 'size-10 text-note';
  if (src && src !== failedSrc) {
    return (
      <img
        src={src}
        alt=""
        onError={() => setFailedSrc(src)}
        className={classNames('shrink-0 rounded-full bg-tint object-cover', size)}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-full bg-tint font-semibold text-green',
        size,
      )}
    >
      {initialsFor(person)}
    </span>
  );
}
