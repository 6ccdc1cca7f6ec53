import type { ReactNode } from 'react';

/** Why an action failed, announced to screen readers at once; renders nothing when there is no message. */
export function Problem({ children }: { readonly children: ReactNode }) {
  if (children === undefined || children === null || children === false) return null;
  return (
    <p className="error-text" role="alert">
      {children}
    </p>
  );
}
