import type { ReactNode } from 'react';

/** Shown where there is no value. */
export const DASH = <span className="quiet">–</span>;

/** A value as text, or a dash where there is none. */
export function orDash<Value>(value: Value | null | undefined, shown: (value: Value) => ReactNode = String): ReactNode {
  return value === null || value === undefined || value === '' ? DASH : shown(value);
}
