import type { MouseEvent } from 'react';

const LINKS = [
  { text: 'Skip to the page', targets: ['main'] },
  { text: 'Skip to the rows', targets: ['tr[data-opens] a', 'main .table-frame', 'main'] },
];

/** The first links of every page, seen when they have the focus: past the sidebar, or past the filters too. */
export function SkipLinks() {
  return (
    <nav aria-label="Skip">
      {LINKS.map(({ text, targets }) => (
        <a key={text} className="skip-link" href={location.href} onClick={(event) => skipTo(event, targets)}>
          {text}
        </a>
      ))}
    </nav>
  );
}

/** To the first of these that is on the page. */
function skipTo(event: MouseEvent, targets: readonly string[]): void {
  event.preventDefault();
  const found = targets.flatMap((target) => document.querySelector<HTMLElement>(target) ?? []);
  found[0]?.focus();
}
