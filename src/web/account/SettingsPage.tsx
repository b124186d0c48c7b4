import { useState } from 'react';
import { readTheme, setTheme, type Theme } from '../app/theme.ts';
import { Radio } from '../ui/Checkbox.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** How Kerbside looks on this device, and the password. */
export function SettingsPage() {
  return (
    <div className="grid max-w-[40rem] gap-10">
      <Appearance />
      <PasswordForm />
    </div>
  );
}

const looks: readonly { theme: Theme; label: string; note?: string }[] = [
  { theme: 'system', label: 'As this device' },
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
];

function Appearance() {
  const [theme, choose] = useState(readTheme);
  return (
    <section aria-labelledby="appearance">
      <h2 id="appearance" className="text-2xl">
        Appearance
      </h2>
      <p className="mt-1 mb-3 text-soft">Takes effect at once, on this device.</p>
      <fieldset className="card divide-y divide-line px-4 [&>*]:border-line">
        <legend className="unseen">Appearance</legend>
        {looks.map((look) => (
          <Radio
            key={look.theme}
            name="theme"
            label={look.label}
            checked={theme === look.theme}
            onChange={() => {
              setTheme(look.theme);
              choose(look.theme);
            }}
          />
        ))}
      </fieldset>
    </section>
  );
}
