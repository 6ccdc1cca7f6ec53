import { posix } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import type { Highlight } from './highlight.js';
import { escaped, type Heading, headingHtml, slug, TABLE_BEGINS, TABLE_ENDS } from './html.js';
import { tabbed } from './language-tabs.js';
import { LINK_REPLACEMENTS, WRITTEN } from './written-pages.js';

export interface Written {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** The page being rendered. */
interface Made {
  readonly source: string;
  readonly headings: Heading[];
  title: string;
}

/** Renders the repository's Markdown as part of a page. */
export class Markdown {
  readonly #md = new MarkdownIt({ html: false, linkify: false });
  readonly #highlight: Highlight;
  /** Rendering is synchronous, so there is one at a time. */
  #page: Made = nothing();

  constructor(highlight: Highlight) {
    this.#highlight = highlight;
    const { rules } = this.#md.renderer;
    rules['fence'] = (tokens, index) => this.#fence(tokens, index);
    rules['table_open'] = () => `${TABLE_BEGINS('Table')}<table>`;
    rules['table_close'] = () => `</table>${TABLE_ENDS}`;
    rules['code_block'] = (tokens, index) => this.#highlight.code(tokens[index]?.content ?? '', 'text', 'Code');
    // No alignment attribute, which would be an inline style; no table head if all its cells are empty.
    rules['th_open'] = (tokens, index) => (isEmpty(tokens[index + 1]) ? '<td>' : '<th scope="col">');
    rules['th_close'] = (tokens, index) => (isEmpty(tokens[index - 1]) ? '</td>' : '</th>');
    rules['td_open'] = () => '<td>';
    rules['code_inline'] = (tokens, index) => code(tokens[index]?.content ?? '');
    this.#md.core.ruler.push('site', ({ tokens }) => {
      this.#headings(tokens);
      links(tokens, this.#page.source);
    });
  }

  page(text: string, source: string): Written {
    const page: Made = { source, headings: [], title: '' };
    this.#page = page;
    const html = this.#md.render(text);
    return { title: page.title, html, headings: page.headings };
  }

  /** For descriptions in the contract document: no headings, no links to files. */
  block(text: string): string {
    this.#page = nothing();
    return this.#md.render(text);
  }

  line(text: string): string {
    this.#page = nothing();
    return this.#md.renderInline(text);
  }

  #fence(tokens: readonly Token[], index: number): string {
    const { info = '', content = '' } = tokens[index] ?? {};
    const [language = ''] = info.split(' ');
    const tab = tabOf(tokens[index]);
    const block = this.#highlight.code(content, language, tab === undefined ? 'Code' : `${tab} sample`);
    if (tab === undefined) return block;
    const isFirst = tabOf(tokens[index - 1]) === undefined;
    const isLast = tabOf(tokens[index + 1]) === undefined;
    return tabbed(tab, block, { isFirst, isLast });
  }

  /** The first heading is the page's title, shown above the text; the others get an anchor. */
  #headings(tokens: Token[]): void {
    const page = this.#page;
    const taken = new Set<string>();
    for (const [index, token] of tokens.entries()) {
      const inline = tokens[index + 1];
      if (token.type !== 'heading_open' || inline === undefined) continue;
      const level = Number(token.tag.slice(1));
      const html = this.#md.renderer.renderInline(inline.children ?? [], this.#md.options, {});
      const text = (inline.children ?? []).map(({ content }) => content).join('');
      const id = unusedId(slug(text), taken);
      if (level === 1) page.title = text;
      if (level === 2 || level === 3) page.headings.push({ id, level, html });
      token.type = 'html_block';
      token.content = level === 1 ? '' : `${headingHtml(level, id, html)}\n`;
      inline.children = [];
      inline.content = '';
      const close = tokens[index + 2];
      if (close !== undefined) Object.assign(close, { type: 'html_block', content: '' });
    }
  }
}

/** Of several equal headings, the second gets `status-1`, as on GitHub. */
function unusedId(id: string, taken: Set<string>): string {
  const numbered = Array.from({ length: taken.size + 1 }, (_, count) => (count === 0 ? id : `${id}-${count}`));
  const unused = numbered.find((one) => !taken.has(one)) ?? id;
  taken.add(unused);
  return unused;
}

function isEmpty(cell: Token | undefined): boolean {
  return (cell?.content ?? '') === '';
}

function nothing(): Made {
  return { source: '', headings: [], title: '' };
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

/** The tab's name: ` ```sh tab=curl `. */
function tabOf(token: Token | undefined): string | undefined {
  return token?.type === 'fence' ? /\btab=(\S+)/.exec(token.info)?.[1] : undefined;
}

/** Turns links between files into links between pages; removes links to files that are not pages. */
function links(tokens: readonly Token[], source: string): void {
  for (const { children } of tokens) {
    let isDropped = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const href = addressOf(String(token.attrGet('href') ?? ''), source);
        isDropped = href === undefined;
        if (href !== undefined) token.attrSet('href', href);
      }
      if (isDropped && token.type.startsWith('link_')) Object.assign(token, { type: 'text', content: '', tag: '' });
    }
  }
}

/** Undefined for a file that is not part of the site. */
function addressOf(href: string, source: string): string | undefined {
  if (/^(?:https?:|\/|#)/.test(href)) return href;
  const [file = '', fragment] = href.split('#');
  const path = posix.normalize(posix.join(posix.dirname(source), file));
  const page = WRITTEN.find((one) => one.source === path);
  const address = page === undefined ? LINK_REPLACEMENTS[path] : `/docs/${page.path}`;
  if (address === undefined) return undefined;
  return fragment === undefined || page === undefined ? address : `${address}#${fragment}`;
}
