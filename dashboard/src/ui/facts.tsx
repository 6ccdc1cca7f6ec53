import type { ReactNode } from 'react';
import { DASH } from './dash';

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values; a missing value is shown as a dash. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? DASH}</dd>
        </div>
      ))}
    </dl>
  );
}
