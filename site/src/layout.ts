import { escaped, type Heading } from './html.js';

/** A link in the menu. */
export interface NavLink {
  readonly href: string;
  readonly title: string;
  /** The HTTP method of an operation. */
  readonly method?: string;
}

export interface NavGroup {
  readonly title: string;
  /** Closed unless it contains the open page, for the many pages of the reference. */
  readonly isFolded: boolean;
  readonly links: readonly NavLink[];
}

export interface Page {
  /** Path below `/docs`, with a leading slash; empty for the start page. */
  readonly path: string;
  readonly title: string;
  /** Above the title. */
  readonly kicker?: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  /** Extra search words, in addition to title and text. */
  readonly words?: string;
}

export interface Shell {
  readonly nav: readonly NavGroup[];
  /** Names of the files that every page loads. */
  readonly style: string;
  readonly script: string;
  /** Address of the search index. */
  readonly index: string;
}

/** A complete HTML page. */
export function laidOut(page: Page, shell: Shell): string {
  const here = `/docs${page.path}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} · Tributary</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/assets/${shell.style}">
<script type="module" src="/docs/assets/${shell.script}"></script>
</head>
<body data-index="/docs/assets/${shell.index}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/docs">Tributary <span>Docs</span></a>
<form class="search" role="search" hidden><input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd>
<div class="found" hidden></div></form>
<nav class="places" aria-label="Places"><a href="/docs/reference">Reference</a><a href="/docs/errors">Errors</a><a href="/docs/try">Try it</a></nav>
</header>
<div class="columns">
<nav class="side" aria-label="Documentation">
<details class="menu" open><summary>Menu</summary>
${shell.nav.map((group) => navGroup(group, here)).join('\n')}
</details>
</nav>
<main id="content" tabindex="-1">
<article>
${page.kicker === undefined ? '' : `<p class="kicker">${escaped(page.kicker)}</p>`}
<h1>${escaped(page.title)}</h1>
${page.html}
</article>
</main>
${contents(page.headings)}
</div>
</body>
</html>
`;
}

function navGroup({ title, isFolded, links }: NavGroup, here: string): string {
  const items = links.map((link) => `<li>${navLink(link, here)}</li>`).join('');
  if (!isFolded) return `<p class="group" >${escaped(title)}</p><ul>${items}</ul>`.replace('" >', '">');
  const isOpen = links.some(({ href }) => href === here);
  return `<details${isOpen ? ' open' : ''}><summary>${escaped(title)}</summary><ul>${items}</ul></details>`;
}

function navLink({ href, title, method }: NavLink, here: string): string {
  const isHere = href === here ? 'page' : here.startsWith(`${href}/`) && href === '/docs/errors' ? 'true' : undefined;
  const current = isHere === undefined ? '' : ` aria-current="${isHere}"`;
  return `<a href="${href}"${current}>${escaped(title)}${method === undefined ? '' : ` ${badge(method)}`}</a>`;
}

export function badge(method: string): string {
  return `<span class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span>`;
}

function contents(headings: readonly Heading[]): string {
  if (headings.length < 2) return '<div class="toc"></div>';
  const items = headings.map(
    ({ id, level, html }) => `<li class="h${level}"><a href="#${id}">${html.replace(/<\/?a\b[^>]*>/g, '')}</a></li>`,
  );
  return `<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}
