import MiniSearch from 'minisearch';
import { plain } from '../html.js';
import type { Page } from '../layout.js';
import { SEARCH_OPTIONS } from './options.js';

/** A search result: a page or one of its sections. */
interface Entry {
  readonly id: number;
  readonly href: string;
  readonly title: string;
  /** The page of a section. */
  readonly page: string;
  readonly words: string;
  readonly text: string;
}

/** The search index's entries, which the browser loads at the first search. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<Entry>(SEARCH_OPTIONS);
  index.addAll(pages.flatMap(entriesOf).map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
}

/** Operations and errors are found as whole pages, not by section. */
function entriesOf(page: Page): readonly Omit<Entry, 'id'>[] {
  const href = `/docs${page.path}`;
  if (page.path.split('/').length > 2) {
    const text = plain(
      page.html.replace(/<div class="code">[\s\S]*?<\/div>/g, ' ').replace(/<h2 id="errors">[\s\S]*$/, ''),
    );
    return [{ href, title: page.title, page: page.kicker ?? '', words: page.words ?? '', text }];
  }
  const [before = '', ...sections] = page.html.split(/(?=<h[23] id=)/);
  return [
    { href, title: page.title, page: '', words: page.words ?? '', text: plain(before) },
    ...sections.map((html) => {
      const [, id = '', title = ''] = /^<h[23] id="([^"]*)">(.*?) <a class="anchor"/.exec(html) ?? [];
      return { href: `${href}#${id}`, title: plain(title), page: page.title, words: '', text: plain(html) };
    }),
  ];
}
