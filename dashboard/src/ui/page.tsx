import { type ReactNode, useEffect } from 'react';
import { placeOf } from '../format/time-zones';
import { useTimeZone } from '../lender/page-time-zone';

interface PageProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  /** The table scrolls instead of the page. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, about, actions, isFixed = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Tributary`;
  }, [title]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to by keyboard too
    <main className={isFixed ? 'page fixed' : 'page'} tabIndex={0}>
      <header>
        <div>
          <h1>{title}</h1>
          <p className="about">
            {about} <span className="zone">Times are in {placeOf(useTimeZone())}.</span>
          </p>
        </div>
        {actions && <div className="filters">{actions}</div>}
      </header>
      {children}
    </main>
  );
}

interface CardProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ title, aside, children }: CardProps) {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
