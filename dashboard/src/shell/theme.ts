/** Light, dark, or the system's theme. Stored in this browser. */
export type Theme = 'system' | 'light' | 'dark';

const NAME = 'tributary-theme';

export function storedTheme(): Theme {
  const stored = localStorage.getItem(NAME);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(NAME);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(NAME, theme);
    document.documentElement.dataset['theme'] = theme;
  }
}
