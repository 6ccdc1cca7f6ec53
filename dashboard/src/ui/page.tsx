import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { placeOf } from '../format/time-zones';
import { useTimeZone } from '../lender/page-time-zone';
import { useKeptScroll } from './keep-scroll-position';

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
  const main = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const router = useRouter();
  useKeptScroll(main, 'page');
  useEffect(() => {
    // Opening a row removes the link that had the focus. The first page of a visit leaves it to the browser.
    const isFirst = router.history.location.state.__TSR_index === 0;
    if (!isFirst && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [router]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to by keyboard too
    <main ref={main} className={isFixed ? 'page fixed' : 'page'} tabIndex={0}>
      <header>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
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
