import type { Options } from 'minisearch';

/** What the index is made with, and read with. */
export const SEARCH_OPTIONS: Options = {
  fields: ['title', 'words', 'page', 'text'],
  storeFields: ['href', 'title', 'page'],
  searchOptions: { boost: { title: 6, words: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  // `idempotency_in_progress` is found by each of its words, and `/v1/payments` by its segments.
  tokenize: (text) => text.split(/[\s\p{Z}\p{P}<>=+|`]+/u).filter((word) => word !== ''),
};
