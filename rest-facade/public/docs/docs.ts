import type { Answer } from '../../answer/answer.js';
import type { Asset } from '../../answer/asset.js';
import type { Exchange } from '../../request/exchange.js';
import { local } from '../../route.js';
import { docsAsset, TRY_PAGE } from './assets.js';
import { missingPage, siteAsset, sitePage } from './site.js';

/** The documentation, for people: guides and the reference; it loads nothing from elsewhere. */
export const docsPage = local({
  operationId: 'docsPage',
  method: 'GET',
  path: '/docs',
  slashEither: true,
  answer: ({ exchange }) => answered(exchange, sitePage('index')),
});

/** A page at the first level, or what the page for trying loads. */
export const docsFile = local({
  operationId: 'docsFile',
  method: 'GET',
  path: '/docs/{file}',
  slashEither: true,
  answer: async ({ exchange, path: { file = '' } }) => answered(exchange, sitePage(file) ?? (await docsAsset(file))),
});

/** A page of a section: of the reference, or of the errors. */
export const docsSectionPage = local({
  operationId: 'docsSectionPage',
  method: 'GET',
  path: '/docs/{section}/{page}',
  slashEither: true,
  answer: ({ exchange, path: { section = '', page = '' } }) => answered(exchange, sitePage(`${section}/${page}`)),
});

/** What pages load. */
export const docsSiteAsset = local({
  operationId: 'docsSiteAsset',
  method: 'GET',
  path: '/docs/assets/{file}',
  answer: ({ exchange, path: { file = '' } }) => answered(exchange, siteAsset(file)),
});

/** Where requests can be tried. */
export const docsTryPage = local({
  operationId: 'docsTryPage',
  method: 'GET',
  path: '/docs/try',
  slashEither: true,
  answer: () => ({ status: 200, asset: TRY_PAGE }),
});

/** Whoever opens the host in a browser is led to the documentation. */
export const root = local({
  operationId: 'root',
  method: 'GET',
  path: '/',
  answer: () => ({ status: 303, headers: { Location: '/docs' } }),
});

/** What is not there is counted against its address, as everywhere else, and told as a page that leads on. */
async function answered(exchange: Exchange, asset: Asset | undefined): Promise<Answer> {
  if (asset !== undefined) return { status: 200, asset };
  await exchange.countAddress();
  return { status: 404, asset: missingPage() };
}
