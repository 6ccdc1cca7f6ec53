import type { Page } from './layout.js';
import { GROUPS } from './written-pages.js';

const ABOUT: Readonly<Record<string, string>> = {
  'first-payment': 'From a key to a posted payment in five minutes.',
  'sample-requests': 'Cards, reports, keys and email events, by curl.',
  contract: 'The OpenAPI document, and the client for TypeScript.',
  testing: 'Accounts and cards with fixed behavior.',
  'going-live': 'What to check before real money moves.',
  idempotency: 'Why a payment is recorded once, and what to do without a response.',
  pagination: 'Lists of any length, read page by page.',
  'handling-errors': 'Which errors to retry, which to show, which to fix.',
  webhooks: 'Signed, in order, and never lost.',
  autopay: 'Scheduled charges, and what happens when one is declined.',
  disputes: 'Disputed and refunded charges, and how to handle them.',
  'account-flags': 'Bankruptcy, fraud, SCRA and others: what each stops.',
  'payment-batches': 'Ten thousand payments in one request.',
  boarding: 'Import a portfolio from a file.',
  ledger: 'Interest, fees, day-end and reversals, with worked examples.',
  'loan-systems': 'The data read from each loan system, and how.',
  privacy: 'The personal data that is stored, and how it is erased.',
  audit: 'Who changed what, in a tamper-evident log.',
  'tie-out': 'Daily comparison with the loan systems, the card processors and the books.',
  operations: 'Running it yourself.',
  configuration: 'Every setting, with its default.',
  cli: 'Every command, with its options.',
  'own-ledger': 'From an empty database to a payment and a boarded portfolio.',
  graphql: 'The graph of the dashboard, and a page to try it.',
};

/** The page at `/docs`. */
export function startPage(): Page {
  const groups = GROUPS.map(
    ({ title, pages }) =>
      `<h2>${title}</h2><ul class="cards">${pages
        .map(
          (page) =>
            `<li><a href="/docs/${page.path}"><strong>${page.title}</strong><span>${ABOUT[page.path] ?? ''}</span></a></li>`,
        )
        .join('')}</ul>`,
  );
  return {
    path: '',
    title: 'Tributary documentation',
    html: `<p class="lead">One API over the loan accounts that sit in several loan management systems. Read accounts, record the payments that you collected, each exactly once, and get an event for every change.</p>
<p class="calls"><a class="call" href="/docs/first-payment">Record a first payment</a> <a href="/docs/reference">API reference</a></p>
${groups.join('\n')}`,
    headings: [],
  };
}

/** The page for an unknown address. */
export function missingPage(): Page {
  return {
    path: '/404',
    title: 'Page not found',
    html: `<p>It may have moved. Try one of these:</p><ul><li><a href="/docs">All guides</a></li><li><a href="/docs/reference">The API reference</a></li><li><a href="/docs/errors">Errors</a></li></ul><p>Or search: press <kbd>/</kbd>.</p>`,
    headings: [],
  };
}
