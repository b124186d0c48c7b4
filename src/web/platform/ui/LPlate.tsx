/** The learner's plate: a red L on white. Decorative. */
export function LPlate({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className ?? 'size-8'}>
      <rect x="1" y="1" width="30" height="30" rx="4" fill="#fff" stroke="#c9c6bb" />
      <path d="M10 6h5v15h8v5H10z" fill="#c8281e" />
    </svg>
  );
}
