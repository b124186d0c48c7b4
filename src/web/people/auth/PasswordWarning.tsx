import { useEffect, useState } from 'react';

type PasswordWarningProps = {
  password: string;
  known?: readonly string[];
  /** What the field itself says of it, which is enough. */
  error: string | undefined;
};

/**
 * Says of a password that is easily guessed why it is; it may be used all the same. The lists are loaded when there is something to look up, and
 * nothing leaves the browser.
 */
export function PasswordWarning({ password, known = [], error }: PasswordWarningProps) {
  const [warning, setWarning] = useState<string>();
  const facts = known.join('\n');
  useEffect(() => {
    let isOver = false;
    if (password.length < 8) setWarning(undefined);
    else {
      // Without the lists there is no warning; the server's own rules hold either way.
      import('./password-warning.ts').then(
        ({ passwordWarning }) => isOver || setWarning(passwordWarning(password, facts.split('\n'))),
        () => setWarning(undefined),
      );
    }
    return () => {
      isOver = true;
    };
  }, [password, facts]);
  if (error) return null;
  return (
    <p role="status" className="text-note font-semibold text-amber-ink empty:hidden">
      {warning}
    </p>
  );
}
