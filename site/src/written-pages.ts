/** Every handwritten page: its file in the repository and its address. */
export interface WrittenPage {
  /** Path below `docs/`. */
  readonly source: string;
  /** Path below `/docs/`. */
  readonly path: string;
  /** Title in the menu. */
  readonly title: string;
}

export const GROUPS: readonly { readonly title: string; readonly pages: readonly WrittenPage[] }[] = [
  {
    title: 'Get started',
    pages: [
      { source: 'guides/first-payment.md', path: 'first-payment', title: 'A first payment' },
      { source: 'sample-requests.md', path: 'sample-requests', title: 'Sample requests' },
      { source: 'contract.md', path: 'contract', title: 'The contract and the SDK' },
      { source: 'guides/testing.md', path: 'testing', title: 'Testing' },
      { source: 'guides/going-live.md', path: 'going-live', title: 'Going live' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      { source: 'guides/idempotency.md', path: 'idempotency', title: 'Idempotency and unknown outcomes' },
      { source: 'guides/pagination.md', path: 'pagination', title: 'Pagination' },
      { source: 'guides/handling-errors.md', path: 'handling-errors', title: 'Handling errors' },
      { source: 'webhooks.md', path: 'webhooks', title: 'Events and webhooks' },
      { source: 'guides/autopay.md', path: 'autopay', title: 'Autopay' },
      { source: 'disputes.md', path: 'disputes', title: 'Disputes and refunds' },
      { source: 'account-flags.md', path: 'account-flags', title: 'Account flags' },
      { source: 'payment-batches.md', path: 'payment-batches', title: 'Batches of payments' },
      { source: 'boarding.md', path: 'boarding', title: 'Boarding a portfolio' },
    ],
  },
  {
    title: 'How it works',
    pages: [
      { source: 'ledger.md', path: 'ledger', title: 'The ledger' },
      { source: 'loan-systems.md', path: 'loan-systems', title: 'Loan systems' },
      { source: 'privacy.md', path: 'privacy', title: 'Erasure and privacy' },
      { source: 'audit.md', path: 'audit', title: 'The audit log' },
      { source: 'tie-out.md', path: 'tie-out', title: 'The tie-out' },
    ],
  },
  {
    title: 'Running it yourself',
    pages: [
      { source: 'operations.md', path: 'operations', title: 'Operations' },
      { source: 'configuration.md', path: 'configuration', title: 'Configuration' },
      { source: 'cli.md', path: 'cli', title: 'The command line' },
      { source: 'own-ledger.md', path: 'own-ledger', title: 'A lender’s own ledger' },
      { source: 'graphql.md', path: 'graphql', title: 'GraphQL and the explorer' },
    ],
  },
];

/** The list of error codes, each of which has its own page. */
export const ERRORS: WrittenPage = { source: 'errors.md', path: 'errors', title: 'Errors' };

export const WRITTEN: readonly WrittenPage[] = [...GROUPS.flatMap(({ pages }) => pages), ERRORS];

/** Repository files that are not pages, and where their links lead instead. */
export const LINK_REPLACEMENTS: Readonly<Record<string, string>> = {
  '../README.md': '/docs/first-payment',
  'openapi.json': '/openapi.json',
};
