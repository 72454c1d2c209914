import { Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { readTheme, storeTheme, type Theme, themes } from './theme.ts';
import styles from './theme-switch.module.css';

const looks = {
  system: { icon: Monitor, label: 'As the system' },
  light: { icon: Sun, label: 'Light' },
  dark: { icon: Moon, label: 'Dark' },
} satisfies Record<Theme, unknown>;

/** Switches between light, dark and the system's setting. */
export function ThemeSwitch(): ReactNode {
  const [current, setCurrent] = useState(readTheme);
  return (
    <fieldset className={styles['switch']}>
      <legend className={styles['legend']}>Look</legend>
      {themes.map((theme) => {
        const { icon: Icon, label } = looks[theme];
        return (
          <label key={theme} className={styles['option']} title={label}>
            <input
              type="radio"
              name="theme"
              className={styles['radio']}
              checked={theme === current}
              onChange={() => {
                storeTheme(theme);
                setCurrent(theme);
              }}
              aria-label={label}
            />
            <Icon aria-hidden size={16} />
          </label>
        );
      })}
    </fieldset>
  );
}
