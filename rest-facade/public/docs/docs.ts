import type { Answer } from '../../answer/answer.js';
import type { Asset } from '../../answer/cacheable-asset.js';
import type { Exchange } from '../../request/http-exchange.js';
import { local } from '../../route.js';
import { missingPage, siteAsset, sitePage } from './built-site-files.js';
import { docsAsset, TRY_PAGE } from './try-page-assets.js';

/** The documentation for people: guides and the reference. It loads nothing from other hosts. */
export const docsPage = local({
  operationId: 'docsPage',
  method: 'GET',
  path: '/docs',
  slashEither: true,
  answer: ({ exchange }) => answered(exchange, sitePage('index')),
});

/** A top-level page, or a file of the page for trying requests. */
export const docsFile = local({
  operationId: 'docsFile',
  method: 'GET',
  path: '/docs/{file}',
  slashEither: true,
  answer: async ({ exchange, path: { file = '' } }) => answered(exchange, sitePage(file) ?? (await docsAsset(file))),
});

/** A page of the section `reference` or `errors`. */
export const docsSectionPage = local({
  operationId: 'docsSectionPage',
  method: 'GET',
  path: '/docs/{section}/{page}',
  slashEither: true,
  answer: ({ exchange, path: { section = '', page = '' } }) => answered(exchange, sitePage(`${section}/${page}`)),
});

/** Files that pages load. */
export const docsSiteAsset = local({
  operationId: 'docsSiteAsset',
  method: 'GET',
  path: '/docs/assets/{file}',
  answer: ({ exchange, path: { file = '' } }) => answered(exchange, siteAsset(file)),
});

/** The page for trying requests. */
export const docsTryPage = local({
  operationId: 'docsTryPage',
  method: 'GET',
  path: '/docs/try',
  slashEither: true,
  answer: () => ({ status: 200, asset: TRY_PAGE }),
});

/** Redirects a browser that opens the host to the documentation. */
export const root = local({
  operationId: 'root',
  method: 'GET',
  path: '/',
  answer: () => ({ status: 303, headers: { Location: '/docs' } }),
});

/**
 * An unknown page counts against the client's address, as everywhere else, and is answered with a page that has links.
 */
async function answered(exchange: Exchange, asset: Asset | undefined): Promise<Answer> {
  if (asset !== undefined) return { status: 200, asset };
  await exchange.countAddress();
  return { status: 404, asset: missingPage() };
}
