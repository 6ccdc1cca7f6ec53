import type { Options } from 'minisearch';

/** Options for building and reading the index. */
export const SEARCH_OPTIONS: Options = {
  fields: ['title', 'words', 'page', 'text'],
  storeFields: ['href', 'title', 'page'],
  searchOptions: { boost: { title: 6, words: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  // Splits `idempotency_in_progress` into its words and `/v1/payments` into its segments.
  tokenize: (text) => text.split(/[\s\p{Z}\p{P}<>=+|`]+/u).filter((word) => word !== ''),
};
