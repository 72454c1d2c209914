import { type ReactNode, useState } from 'react';
import { SelectField } from '../ui/field.tsx';

const storageKey = 'escrow-sandbox-theme';
const system = 'system';

function readTheme(): string {
  return localStorage.getItem(storageKey) ?? system;
}

/** Applies the theme that was chosen in this browser. */
export function applyTheme(): void {
  const theme = readTheme();
  if (theme === system) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Chooses between light, dark and the system's setting. */
export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState(readTheme);
  return (
    <SelectField
      label="Theme"
      value={theme}
      options={[
        [system, 'System'],
        ['light', 'Light'],
        ['dark', 'Dark'],
      ]}
      onValue={(chosen) => {
        localStorage.setItem(storageKey, chosen);
        setTheme(chosen);
        applyTheme();
      }}
    />
  );
}
