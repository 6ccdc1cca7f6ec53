import type { ReactNode } from 'react';

/** Why something did not work, read out at once; nothing where there is nothing to say. */
export function Problem({ children }: { readonly children: ReactNode }) {
  if (children === undefined || children === null || children === false) return null;
  return (
    <p className="error-text" role="alert">
      {children}
    </p>
  );
}
