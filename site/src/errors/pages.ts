import { CATALOGUE, type ErrorCode } from '../../../core/errors/catalogue.js';
import { errorExample } from '../../../rest-facade/openapi/error-schemas.js';
import { OPERATIONS } from '../contract.js';
import { escaped, type Heading, heading } from '../html.js';
import { badge, type Page } from '../layout.js';
import { refusalsOf } from '../reference/errors-table.js';
import type { Makers } from '../reference/operation-page.js';
import { ADVICE } from './advice.js';

/** A page for each error: meaning, what to do, example, and the operations that return it. */
export function errorPages(makers: Makers): readonly Page[] {
  return (Object.keys(CATALOGUE) as ErrorCode[]).map((code) => errorPage(code, makers));
}

function errorPage(code: ErrorCode, { highlight, markdown }: Makers): Page {
  const { status, meaning } = CATALOGUE[code];
  const advice = ADVICE[code];
  const headings: Heading[] = [];
  const parts = [
    `<p class="status"><code>${status}</code> ${markdown.line(meaning)}</p>`,
    ...(advice === undefined ? [] : [`${heading(2, 'What to do', headings)}${markdown.block(advice)}`]),
    heading(2, 'Example', headings),
    highlight.code(JSON.stringify(errorExample(code), null, 2), 'json', `Response ${status}`),
    answeredBy(code, headings),
    '<p><a href="/docs/errors">All errors</a> · <a href="/docs/handling-errors">How to handle errors</a></p>',
  ];
  return { path: `/errors/${code}`, title: code, kicker: 'Error', html: parts.join('\n'), headings };
}

/** Lists no operations for an error that all of them return. */
const TOO_MANY = 20;

function answeredBy(code: ErrorCode, headings: Heading[]): string {
  const operations = OPERATIONS.filter((one) => refusalsOf(one).some((refusal) => refusal.code === code));
  if (operations.length === 0) return '<p>Only over GraphQL and on the web pages.</p>';
  const title = heading(2, 'Operations with this error', headings);
  if (operations.length > TOO_MANY)
    return `${title}<p>${operations.length} operations of the <a href="/docs/reference">reference</a>.</p>`;
  const items = operations.map(
    ({ name, method, summary }) =>
      `<li>${badge(method)} <a href="/docs/reference/${name}">${escaped(summary)}</a></li>`,
  );
  return `${title}<ul class="plain">${items.join('')}</ul>`;
}
