import { type Content, exampleOf, type Operation, type Parameter } from '../contract.js';
import type { Highlight } from '../highlight.js';
import { escaped, type Heading, heading } from '../html.js';
import { tabs } from '../language-tabs.js';
import { badge, type Page } from '../layout.js';
import type { Markdown } from '../markdown.js';
import { samplesOf } from '../samples/samples.js';
import { errorsTable, refusalsOf } from './errors-table.js';
import { fieldList, membersOf } from './fields.js';

export interface Makers {
  readonly highlight: Highlight;
  readonly markdown: Markdown;
}

/** Documented once, on the first page of the reference. */
const EVERYWHERE = ['X-Request-Id'];

/** One operation: description, request, response and errors. */
export function operationPage(operation: Operation, makers: Makers): Page {
  const headings: Heading[] = [];
  const { markdown } = makers;
  const description = operation.description.replace(/\n*Needs the scope `[^`]+`\.(?=\s|$)/, '');
  const parts = [
    address(operation),
    markdown.block(description),
    access(operation),
    samples(operation, makers, headings),
    ...parameters(operation, makers, headings),
    requestBody(operation, makers, headings),
    answers(operation, makers, headings),
    refusals(operation, makers, headings),
  ];
  return {
    path: `/reference/${operation.name}`,
    title: operation.summary,
    kicker: operation.tag,
    html: parts.join('\n'),
    headings,
    words: `${operation.name} ${operation.method} ${operation.path} ${operation.twin?.path ?? ''}`,
  };
}

function address({ method, path, twin, isSecureHost }: Operation): string {
  const also =
    twin === undefined
      ? ''
      : `<p class="also">Also <code>${twin.method} ${escaped(twin.path)}</code>, with an API key instead of a token.</p>`;
  const host = isSecureHost ? '<p class="also">Only on the secure host.</p>' : '';
  return `<p class="address">${badge(method)} <code>${escaped(path).replaceAll('/', '/<wbr>')}</code></p>${host}${also}`;
}

function access({ door, scopes, tag }: Operation): string {
  const scope = scopes.map((name) => `<code>${escaped(name)}</code>`).join(', ');
  const sentence = {
    token: `Send an <a href="/docs/first-payment#get-a-token">access token</a>${scope === '' ? '' : ` with the scope ${scope}`}.`,
    key: 'Send an API key.',
    none: tag === 'Authentication' ? '' : 'No key needed.',
  }[door];
  return sentence === '' ? '' : `<p>${sentence}</p>`;
}

function samples(operation: Operation, { highlight }: Makers, headings: Heading[]): string {
  const blocks = samplesOf(operation).map(
    ({ tab, language, text }) => [tab, highlight.code(text, language, `${tab} sample`)] as const,
  );
  return blocks.length === 0 ? '' : `${heading(2, 'Example', headings)}${tabs(blocks)}`;
}

const PLACES = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const;

function parameters(operation: Operation, { markdown }: Makers, headings: Heading[]): readonly string[] {
  return PLACES.map(([place, title]) => {
    const own = operation.parameters.filter((one) => one.in === place && !EVERYWHERE.includes(one.name));
    return own.length === 0 ? '' : heading(2, title, headings) + fieldList(own.map(asField), markdown, true);
  });
}

function asField({ name, schema, required = false, description }: Parameter) {
  return { name, schema, isRequired: required, ...(description !== undefined && { description }) };
}

function requestBody({ body }: Operation, makers: Makers, headings: Heading[]): string {
  if (body === undefined) return '';
  const types = Object.keys(body).map((type) => `<code>${type}</code>`);
  const [content] = Object.values(body);
  return `${heading(2, 'Body', headings)}<p>${types.join(' or ')}</p>${fields(content, makers, true)}`;
}

function fields(content: Content | undefined, { markdown }: Makers, marksRequired: boolean): string {
  const members = content === undefined ? [] : membersOf(content.schema);
  return members.length === 0 ? '' : fieldList(members, markdown, marksRequired);
}

function answers(operation: Operation, makers: Makers, headings: Heading[]): string {
  const good = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  if (good.length === 0) return '';
  const shown = good.map(([status, { description, content }]) => {
    const example = exampleOf(content?.['application/json']);
    const others = Object.keys(content ?? {}).filter((type) => type !== 'application/json');
    const also = others.length === 0 ? '' : ` Also as ${others.map((type) => `<code>${type}</code>`).join(', ')}.`;
    const code =
      example === undefined
        ? ''
        : makers.highlight.code(JSON.stringify(example, null, 2), 'json', `Response ${status}`);
    return `<p class="status"><code>${status}</code> ${escaped(description)}${also}</p>${code}`;
  });
  const first = good.map(([, { content }]) => content?.['application/json']).find((content) => content !== undefined);
  const all = fields(first, makers, false);
  return `${heading(2, 'Responses', headings)}${shown.join('')}${all === '' ? '' : `${heading(3, 'Response fields', headings)}${all}`}`;
}

function refusals(operation: Operation, { markdown }: Makers, headings: Heading[]): string {
  if (refusalsOf(operation).length === 0) return '';
  return `${heading(2, 'Errors', headings)}<p>Branch on <code>detail.error_code</code>. <a href="/docs/handling-errors">How to handle errors</a>.</p>${errorsTable(operation, markdown)}`;
}
