import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../core/errors/catalogue.js';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { fakeServices, listen } from '../../rest-facade/testing/fake-services.js';
import { DOCUMENT, OPERATIONS } from '../../site/src/contract.js';
import { GROUPS } from '../../site/src/written-pages.js';
import { ADDRESSES, htmlOf, PAGE_FILES } from '../support/site-pages.js';

/* The documentation without a browser: its pages and links, and a host's responses. */

describe('the site’s pages', () => {
  it('one for each operation (one for both surfaces of a twin), and one for each error', () => {
    const twins = Object.values(DOCUMENT.paths).flatMap((item) =>
      Object.values(item).filter(({ operationId }) => operationId.endsWith('Unversioned')),
    );
    const described = Object.values(DOCUMENT.paths).flatMap((item) => Object.keys(item)).length - twins.length;
    expect(OPERATIONS.length).toBe(described);
    expect(PAGE_FILES).toEqual(expect.arrayContaining(OPERATIONS.map(({ name }) => `reference/${name}`)));
    expect(PAGE_FILES).toEqual(expect.arrayContaining(Object.keys(CATALOGUE).map((code) => `errors/${code}`)));
  });

  it('the first page links each guide with a line about it', () => {
    const cards = [
      ...htmlOf('/docs').matchAll(/<li><a href="([^"]+)"><strong>([^<]+)<\/strong><span>([^<]*)<\/span>/g),
    ];
    expect(cards.map(([, address]) => address)).toEqual(
      GROUPS.flatMap(({ pages }) => pages).map(({ path }) => `/docs/${path}`),
    );
    expect(cards.filter(([, , , about]) => about === '')).toEqual([]);
  });

  it('recordPayment lists all its refusals in one table', () => {
    const html = htmlOf('/docs/reference/recordPayment');
    const rows = [...html.matchAll(/<tr><td>(\d+)<\/td><td><a href="\/docs\/errors\/(\w+)">/g)];
    expect([new Set(rows.map(([, status]) => status)).size, rows.length]).toEqual([14, 23]);
  });

  it('every link points to an existing page and anchor', () => {
    const ids = new Map(ADDRESSES.map((address) => [address, new Set(idsOf(htmlOf(address)))]));
    const broken = ADDRESSES.flatMap((address) =>
      [...htmlOf(address).matchAll(/<a [^>]*href="([^"]+)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => !/^https?:/.test(href) && href !== '/openapi.json' && href !== '/docs/try')
        .filter((href) => {
          const [path = '', place] = href.split('#');
          const there = ids.get(path === '' ? address : path);
          return there === undefined || (place !== undefined && place !== 'content' && !there.has(place));
        })
        .map((href) => `${address} → ${href}`),
    );
    expect(broken).toEqual([]);
  });

  it('no page has inline styles or scripts', () => {
    const inline = ADDRESSES.filter((address) =>
      /\sstyle=|\son\w+=|<style|<script(?![^>]* src=)/.test(htmlOf(address)),
    );
    expect(inline).toEqual([]);
  });

  it.each([
    ['an id twice', (html: string) => new Set(idsOf(html)).size < idsOf(html).length],
    ['a heading level skipped, or not one first heading', (html: string) => !inOrder(levelsOf(html))],
    ['a link, heading or button without text', (html: string) => /<(a|h\d|button|summary)\b[^>]*>\s*<\/\1>/.test(html)],
    ['a picture without alternative text', (html: string) => /<img (?![^>]*alt=)/.test(html)],
    [
      'code or a table that no keyboard can scroll',
      (html: string) => /<(?:pre|div class="table")(?![^>]*tabindex="0")/.test(html),
    ],
  ] as const)('no page has %s', (_, isWrong) => {
    expect(ADDRESSES.filter((address) => isWrong(htmlOf(address)))).toEqual([]);
  });
});

function idsOf(html: string): readonly string[] {
  return [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
}

function levelsOf(html: string): readonly number[] {
  return [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
}

function inOrder([first, ...rest]: readonly number[]): boolean {
  return first === 1 && !rest.includes(1) && rest.every((level, at) => level <= (rest[at - 1] ?? 1) + 1);
}

describe('GET /docs/…', () => {
  const base = createBaseHost(fakeServices({ graph: () => ({ data: {} }) }), 'false');
  let host: string;
  beforeAll(async () => {
    host = await listen(base);
  });
  afterAll(() => base.stop(1_000));

  it('200 a page, compressed by the build, and revalidated at each use', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await fetch(`${host}/docs/first-payment`, { headers: { 'accept-encoding': accepted } });
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('public, no-cache');
      const again = { 'accept-encoding': accepted, 'if-none-match': answer.headers.get('etag') ?? '' };
      expect((await fetch(`${host}/docs/first-payment`, { headers: again })).status).toBe(304);
    }
  });

  it('200 a page’s files, cached forever: their names contain a content hash', async () => {
    const files = [...htmlOf('/docs').matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBe(3);
    for (const file of files) {
      const answer = await fetch(`${host}${file}`);
      expect([file, answer.status]).toEqual([file, 200]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it.each([
    'nothing',
    'reference/nothing',
    'errors/nothing',
    'assets/nothing.js',
    '..%2fpackage',
    'errors%2fnot_found',
    '404',
    '404.html',
  ])('404 at /docs/%s, with a page of links', async (path) => {
    const answer = await fetch(`${host}/docs/${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('<a href="/docs/reference">The API reference</a>');
  });
});
