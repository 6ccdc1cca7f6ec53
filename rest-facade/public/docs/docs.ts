import { Problem } from '../../../core/errors/problem.js';
import { local } from '../../route.js';
import { docsAsset, PAGE } from './assets.js';

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
