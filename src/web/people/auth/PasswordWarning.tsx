import { useEffect, useState } from 'react';

type PasswordWarningProps = { password: string; known?: readonly string[] };

/**
 * Says of a password that is easily guessed why it is; it may be used all the same. One that the server refused has its sentence at the field. The lists are loaded when there is something to look up, and
 * nothing leaves the browser.
 */
export function PasswordWarning({ password, known = [] }: PasswordWarningProps) {
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
  return (
    <p role="status" className="text-note font-semibold text-amber-ink empty:hidden">
      {warning}
    </p>
  );
}
