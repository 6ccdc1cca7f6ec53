import { DOCUMENT, OPERATIONS, TAGS } from '../contract.js';
import { escaped, type Heading, heading, table } from '../html.js';
import { badge, type NavGroup, type Page } from '../layout.js';
import type { Makers } from './operation-page.js';

/** Tags under `/v1` first, then those that exist only without a version. */
export const REFERENCE_GROUPS = TAGS.map(({ name, description }) => ({
  name,
  description,
  operations: OPERATIONS.filter(({ tag }) => tag === name).sort((a, b) => rank(a.path) - rank(b.path)),
})).sort((a, b) => rank(a.operations[0]?.path ?? '') - rank(b.operations[0]?.path ?? ''));

function rank(path: string): number {
  return path.startsWith('/v1/') ? 0 : 1;
}

export const REFERENCE_NAV: readonly NavGroup[] = REFERENCE_GROUPS.map(({ name, operations }) => ({
  title: name,
  isFolded: true,
  links: [
    ...operations.map((one) => ({ href: `/docs/reference/${one.name}`, title: one.summary, method: one.method })),
    ...(name === 'Events' ? [{ href: '/docs/reference/event-types', title: 'Event types' }] : []),
  ],
}));

export function referencePage({ markdown }: Makers): Page {
  const headings: Heading[] = [];
  const groups = REFERENCE_GROUPS.map(({ name, description, operations }) => {
    const rows = operations.map((one) => [
      `${badge(one.method)} <code>${escaped(one.path).replaceAll('/', '/<wbr>')}</code>`,
      `<a href="/docs/reference/${one.name}">${escaped(one.summary)}</a>`,
    ]);
    return `${heading(2, name, headings)}${markdown.block(description)}<div class="addresses">${table(name, ['Address', 'Operation'], rows)}</div>`;
  });
  const scopes = Object.entries(DOCUMENT.components.securitySchemes.access_token.flows.clientCredentials.scopes);
  return {
    path: '/reference',
    title: 'API reference',
    html: `<p>Operations under <code>/v1</code> take an access token. Many of them are also there without <code>/v1</code> and take an API key; each page says so. The machine-readable contract is <a href="/openapi.json">openapi.json</a>, version ${escaped(DOCUMENT.info.version)}.</p>
${markdown.block(inSentences(DOCUMENT.info.description))}
${groups.join('\n')}
${heading(2, 'Scopes', headings)}${table(
  'Scopes',
  ['Scope', 'Allows'],
  scopes.map(([name, about]) => [`<code>${name}</code>`, markdown.line(about)]),
)}
${heading(2, 'Response headers', headings)}<p><code>X-Request-Id</code> identifies the request in the logs; if you send one, it is kept. <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> show your remaining requests.</p>`,
    headings,
  };
}

/** The event types of webhooks and `GET /v1/events`. */
export function eventsPage({ markdown }: Makers): Page {
  const headings: Heading[] = [];
  const webhooks = Object.entries(DOCUMENT.webhooks);
  const kinds = new Set(webhooks.map(([type]) => kindOf(type)));
  const parts = [...kinds].map((kind) => {
    const events = webhooks.filter(([type]) => kindOf(type) === kind);
    const rows = events.map(([type, { post }]) => [`<code>${type}</code>`, markdown.line(post.summary)]);
    return `${heading(2, kind, headings, kind)}${table(kind, ['Type', 'When'], rows)}`;
  });
  return {
    path: '/reference/event-types',
    title: 'Event types',
    kicker: 'Events',
    html: `<p>Tributary sends each event to the <a href="/docs/webhooks">webhook endpoints</a> that subscribe to it, and lists it in <a href="/docs/reference/listEvents"><code>GET /v1/events</code></a>. New types may be added: ignore types that you do not know.</p>${parts.join('\n')}`,
    headings,
  };
}

function kindOf(type: string): string {
  return type.split('.')[0] ?? '';
}

/** The general rules, one line each. */
function inSentences(text: string): string {
  return text.replace(/(?<=\.) (?=[A-Z`])/g, '\n- ').replace(/^/, '- ');
}
