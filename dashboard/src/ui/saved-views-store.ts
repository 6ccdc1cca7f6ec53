export interface SavedView {
  readonly name: string;
  /** As in the address: `?status=posted`, or nothing. */
  readonly search: string;
}

/** What this browser keeps of a page for one operator, by their subject; what is not readable any more is none. */
export function readViews(path: string, subject: string): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(path, subject)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

export function writeViews(path: string, views: readonly SavedView[], subject: string): void {
  localStorage.setItem(placeOf(path, subject), JSON.stringify(views));
}

/** Several people may sign in at one browser: none sees what another has looked for. */
function placeOf(path: string, subject: string): string {
  return `tributary-views:${encodeURIComponent(subject)}:${path}`;
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'name') === 'string' &&
    typeof Reflect.get(value, 'search') === 'string'
  );
}
