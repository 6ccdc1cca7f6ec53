import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { OPERATIONS, SITE } from './contract.js';
import { errorPages } from './errors/pages.js';
import { Highlight } from './highlight.js';
import { laidOut, type NavGroup, type Page } from './layout.js';
import { Markdown } from './markdown.js';
import { eventsPage, REFERENCE_NAV, referencePage } from './reference/index-and-event-types-pages.js';
import { operationPage } from './reference/operation-page.js';
import { searchIndex } from './search/search-index.js';
import { missingPage, startPage } from './start-page.js';
import { ERRORS, GROUPS, WRITTEN } from './written-pages.js';

/*
 * Builds the documentation site from docs/*.md and docs/openapi.json: pages, one script, one stylesheet, one search
 * index.
 */

const folder = fileURLToPath(SITE);
const OUT = join(folder, '../dist');

const highlight = await Highlight.load();
const makers = { highlight, markdown: new Markdown(highlight) };

const pages: readonly Page[] = [
  startPage(),
  ...WRITTEN.map(({ source, path }) => {
    const text = readFileSync(join(folder, '../../docs', source), 'utf8');
    const { title, html, headings } = makers.markdown.page(text, source);
    return { path: `/${path}`, title, html: path === ERRORS.path ? withErrorLinks(html) : html, headings };
  }),
  referencePage(makers),
  eventsPage(makers),
  ...OPERATIONS.map((operation) => operationPage(operation, makers)),
  ...errorPages(makers),
];

const nav: readonly NavGroup[] = [
  ...GROUPS.map(({ title, pages: written }) => ({
    title,
    isFolded: false,
    links: written.map((page) => ({ href: `/docs/${page.path}`, title: page.title })),
  })),
  {
    title: 'API reference',
    isFolded: false,
    links: [
      { href: '/docs/reference', title: 'Overview' },
      { href: '/docs/errors', title: 'Errors' },
    ],
  },
  ...REFERENCE_NAV,
];

rmSync(OUT, { recursive: true, force: true });
const styles = ['site', 'code'].map((name) => readFileSync(join(folder, 'style', `${name}.css`), 'utf8'));
const shell = {
  nav,
  style: asset('site', 'css', [...styles, highlight.css()].join('\n')),
  script: asset('site', 'js', await bundled()),
  index: asset('search', 'json', searchIndex(pages)),
};
for (const page of [...pages, missingPage()])
  write(`${page.path === '' ? '/index' : page.path}.html`, laidOut(page, shell));

/** In the page that lists the errors, links each code to its page. */
function withErrorLinks(html: string): string {
  return html.replace(/<td>(<code>(\w+)<\/code>)<\/td>/g, '<td><a href="/docs/errors/$2">$1</a></td>');
}

async function bundled(): Promise<string> {
  const bundle = await rolldown({ input: join(folder, 'browser/main.ts') });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  return output[0].code;
}

/** The name includes a hash of the content, so that browsers can cache the file forever. */
function asset(name: string, ending: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
  const file = `${name}-${hash}.${ending}`;
  write(`/assets/${file}`, content);
  return file;
}

function write(path: string, content: string): void {
  const file = join(OUT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
