/** Marks the section being read in the table of contents at the right. */
export function followSections(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.toc a')].map((link) => [link.hash.slice(1), link]),
  );
  const headings = [...document.querySelectorAll<HTMLElement>('article h2[id], article h3[id]')];
  let current: Element | undefined;
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120).at(-1) ?? headings[0];
    const link = passed === undefined ? undefined : links.get(passed.id);
    if (link === current) return;
    current?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'true');
    current = link;
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
