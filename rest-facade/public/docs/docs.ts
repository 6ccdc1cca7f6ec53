import { Problem } from '../../../core/errors/problem.js';
import { local } from '../../route.js';
import { docsAsset, PAGE } from './assets.js';
import { ERROR_INDEX, errorPage } from './error-pages.js';

/** The contract, for people: a page that loads nothing from elsewhere. */
export const docsPage = local({
  operationId: 'docsPage',
  method: 'GET',
  path: '/docs',
  slashEither: true,
  answer: () => ({ status: 200, asset: PAGE }),
});

/** What that page loads. */
export const docsFile = local({
  operationId: 'docsFile',
  method: 'GET',
  path: '/docs/{file}',
  async answer(_, { file }) {
    const asset = await docsAsset(file ?? '');
    if (asset === undefined) throw new Problem('route_not_found');
    return { status: 200, asset };
  },
});

/** Whoever opens the host in a browser is led to the contract. */
export const root = local({
  operationId: 'root',
  method: 'GET',
  path: '/',
  answer: () => ({ status: 303, headers: { Location: '/docs' } }),
});

/** What each error means and what to do about it. */
export const errorsPage = local({
  operationId: 'errorsPage',
  method: 'GET',
  path: '/docs/errors',
  slashEither: true,
  answer: () => ({ status: 200, asset: ERROR_INDEX }),
});

export const errorCodePage = local({
  operationId: 'errorCodePage',
  method: 'GET',
  path: '/docs/errors/{code}',
  answer(_, { code }) {
    const asset = errorPage(code ?? '');
    if (asset === undefined) throw new Problem('route_not_found');
    return { status: 200, asset };
  },
});
