export interface SavedView {
  readonly name: string;
  /** The search part of the address: `?status=posted`, or empty. */
  readonly search: string;
}

/** The views that this browser stores for a page and one operator, by subject; unreadable entries are ignored. */
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

/** Several people may sign in at one browser: each sees only their own views. */
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
