import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/* The documentation site as built. */

const BUILT = fileURLToPath(new URL('../../site/dist', import.meta.url));

/** Every page by its file, without the extension: `index`, `reference/recordPayment`, `404`. */
export const PAGE_FILES: readonly string[] = readdirSync(BUILT, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
  .map((entry) => relative(BUILT, `${entry.parentPath}/${entry.name}`).replace(/\.html$/, ''));

/** The pages' addresses on a host; the page for missing addresses has none. */
export const ADDRESSES: readonly string[] = PAGE_FILES.filter((file) => file !== '404').map((file) =>
  file === 'index' ? '/docs' : `/docs/${file}`,
);

export function htmlOf(address: string): string {
  return readFileSync(`${BUILT}/${address === '/docs' ? 'index' : address.slice('/docs/'.length)}.html`, 'utf8');
}

/** The only style sheet, which every page loads. */
export function siteStyle(): string {
  const [, file = ''] = /"\/docs\/(assets\/[^"]+\.css)"/.exec(htmlOf('/docs')) ?? [];
  return readFileSync(`${BUILT}/${file}`, 'utf8');
}
