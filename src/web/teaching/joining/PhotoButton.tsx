import { type ChangeEvent, useId } from 'react';

type PhotoButtonProps = {
  label: string;
  isBusy: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** A button that opens the camera or the pictures of the device. */
export function PhotoButton({ label, isBusy, onChange }: PhotoButtonProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      aria-busy={isBusy || undefined}
      className="btn btn-secondary relative min-h-12 justify-self-start focus-within:outline-2 focus-within:outline-offset-2"
    >
      {label}
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png"
        disabled={isBusy}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={onChange}
      />
    </label>
  );
}
