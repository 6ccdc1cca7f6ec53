import type { ReactNode } from 'react';
import { ago, dayOfInstant, instant, shortDayOfInstant, shortInstant } from '../format/dates';
import { useTimeZone } from '../lender/page-time-zone';

const FORMS = { full: instant, short: shortInstant, day: dayOfInstant, shortDay: shortDayOfInstant } as const;

interface InstantProps {
  /** RFC 3339, in UTC. */
  readonly at: string;
  readonly form?: keyof typeof FORMS;
}

/** An instant in the page's time zone. */
export function Instant({ at, form = 'full' }: InstantProps) {
  return <time dateTime={at}>{FORMS[form](at, useTimeZone())}</time>;
}

/** `3 hours ago`, with the instant as its title. */
export function Ago({ at, children }: { readonly at: string; readonly children?: ReactNode }) {
  return (
    <time dateTime={at} title={instant(at, useTimeZone())}>
      {children}
      {ago(at)}
    </time>
  );
}
