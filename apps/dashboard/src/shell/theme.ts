/** The theme of the dashboard: the system's, light or dark. */
export type Theme = 'system' | 'light' | 'dark';

export const themes: readonly Theme[] = ['system', 'light', 'dark'];

const storageKey = 'escrow-sandbox-theme';

/** The chosen theme. Default: the system's. */
export function readTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Chooses a theme and stores the choice. */
export function storeTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  applyTheme(theme);
}

/** Applies a theme. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
