import type { ReactNode } from 'react';
import type { Tone } from '../format/statuses';

/** A short text in the color of its meaning. */
export function Mark({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="status" data-tone={tone}>
      {children}
    </span>
  );
}
