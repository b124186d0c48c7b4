import { classNames } from './class-names.ts';

type CarPhotoProps = { instructor: { id: string; carPhoto?: string }; className?: string; isFirst?: boolean };

/** The car of an instructor, at the size that it is shown at; nothing where there is no photo. Decorative: the model stands beside it. */
export function CarPhoto({ instructor, className, isFirst = false }: CarPhotoProps) {
  if (!instructor.carPhoto) return null;
  const file = `/api/files/instructors/${instructor.id}/${encodeURIComponent(instructor.carPhoto)}?thumb=`;
  return (
    <img
      src={`${file}480x300`}
      srcSet={`${file}480x300 480w, ${file}960x600 960w`}
      sizes="(width >= 64rem) 34rem, 100vw"
      alt=""
      width={480}
      height={300}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      className={classNames('bg-tint object-cover', className)}
    />
  );
}
