import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';

const variants = {
  primary: 'btn btn-primary',
  secondary: 'btn btn-secondary',
  quiet: 'btn btn-quiet',
  danger: 'btn btn-danger',
} as const;

type Variant = keyof typeof variants;
type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: Variant;
  /** Work is going on: the button keeps its place; `busyText` replaces its words. */
  isBusy?: boolean;
  busyText?: string;
};

/**
 * A button. It submits nothing unless its type says so. One that is busy or disabled does nothing, but can be reached by key: the browser's own
 * `disabled` would take the focus away from who has just pressed it.
 */
export function Button({ variant = 'primary', isBusy, busyText, disabled, className, children, ...rest }: ButtonProps) {
  const isOff = isBusy || disabled;
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      onClick={isOff ? (event) => event.preventDefault() : rest.onClick}
      className={classNames(variants[variant], className)}
    >
      {isBusy && busyText ? busyText : children}
    </button>
  );
}

type LinkButtonProps = LinkProps & { variant?: Variant; children: ReactNode };

/** A link to another page that looks like a button. */
export function LinkButton({ variant = 'primary', className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classNames(variants[variant], className)} />;
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { label: string };

/** A square button with an icon alone; `label` is its name for everyone who cannot see the icon. */
export function IconButton({ label, disabled, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      {...(disabled && { 'aria-disabled': true })}
      onClick={disabled ? (event) => event.preventDefault() : rest.onClick}
      className={classNames('btn btn-quiet size-11 shrink-0 p-0 text-ink', className)}
    />
  );
}
