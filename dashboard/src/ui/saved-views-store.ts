export interface SavedView {
  readonly name: string;
  /** As in the address: `?status=posted`, or nothing. */
  readonly search: string;
}

/** What this browser keeps of a page; what is not readable any more is none. */
export function readViews(path: string): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(path)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

export function writeViews(path: string, views: readonly SavedView[]): void {
  localStorage.setItem(placeOf(path), JSON.stringify(views));
}

function placeOf(path: string): string {
  return `tributary-views:${path}`;
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'name') === 'string' &&
    typeof Reflect.get(value, 'search') === 'string'
  );
}
