import type { Page } from './layout.js';
import { GROUPS } from './pages.js';

const ABOUT: Readonly<Record<string, string>> = {
  'first-payment': 'From a key to a payment that is posted, in five minutes.',
  'sample-requests': 'Cards, reports, keys and email events, by curl.',
  contract: 'The OpenAPI document, and the client for TypeScript.',
  testing: 'Accounts and cards that always behave the same way.',
  'going-live': 'What to check before real money moves.',
  idempotency: 'Why a payment is recorded once, and what to do when no answer comes.',
  pagination: 'Lists of any length, read page by page.',
  'handling-errors': 'Which errors to send again, which to show, which to mend.',
  webhooks: 'Signed, in order, and never lost.',
  autopay: 'Charges by a schedule, and what happens when one is declined.',
  disputes: 'What a bank or a refund takes back, and what is done about it.',
  'payment-batches': 'Ten thousand payments in one request.',
  boarding: 'A portfolio from elsewhere, from a file.',
  ledger: 'Interest, fees, day-end and reversals, with worked examples.',
  'loan-systems': 'What is read from each system behind the API, and how.',
  privacy: 'What is kept of a person, and how it is erased.',
  audit: 'Who changed what, sealed.',
  'tie-out': 'Each day compared with the loan systems, the card processors and the books.',
  operations: 'What to set, what to watch, what to do when.',
  configuration: 'Every setting, with its default.',
  cli: 'Every command, with its options.',
  'own-ledger': 'From an empty database to a payment and a boarded portfolio.',
  graphql: 'The graph of the dashboard, and a page to try it.',
};

/** What somebody sees who opens `/docs`. */
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
    html: `<p class="lead">One API over the loan accounts that sit in several loan management systems. Read accounts, record the payments that you collected, each exactly once, and hear of whatever changes.</p>
<p class="calls"><a class="call" href="/docs/first-payment">Record a first payment</a> <a href="/docs/reference">API reference</a></p>
${groups.join('\n')}`,
    headings: [],
  };
}

/** What stands at an address that no page has. */
export function missingPage(): Page {
  return {
    path: '/404',
    title: 'There is no such page',
    html: `<p>It may have moved. These lead on:</p><ul><li><a href="/docs">All guides</a></li><li><a href="/docs/reference">The API reference</a></li><li><a href="/docs/errors">Errors</a></li></ul><p>Or look for it: press <kbd>/</kbd>.</p>`,
    headings: [],
  };
}
