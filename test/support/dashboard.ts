import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface OpenDashboard {
  readonly page: Page;
  /** What the browser complained of: errors, and what the policy refused. */
  readonly complaints: readonly string[];
  /** Problems of accessibility on the page as it is now, with the elements that have them. */
  accessibility(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A browser's window on the dashboard, signed in by one click. */
export async function openDashboard(
  browser: Browser,
  origin: string,
  { role = 'admin', ...options }: BrowserContextOptions & { readonly role?: 'viewer' | 'operator' | 'admin' } = {},
): Promise<OpenDashboard> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(origin);
  const way = { admin: 'Open the demo', operator: '… as an operator', viewer: '… as a viewer' }[role];
  await page.getByRole('button', { name: way }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  return {
    page,
    complaints,
    accessibility: () => accessibility(page),
    close: () => context.close(),
  };
}

/**
 * The policy lets no script of ours in, so it comes through the debugger.
 *
 * @param within - axe's context, as an expression: a part of the page, such as `{ include: ['.dialog'] }`
 */
export async function accessibility(page: Page, within = 'document'): Promise<readonly string[]> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Runtime.evaluate', { expression: AXE });
  const { result } = await debug.send('Runtime.evaluate', {
    expression: `axe.run(${within}, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], resultTypes: ['violations'] })
      .then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => id + ': ' + nodes.map((n) => n.target.join(' ')).join(', '))))`,
    awaitPromise: true,
  });
  await debug.detach();
  return JSON.parse(String(result.value));
}

/** What lies outside of the window to the right: nothing should, tables scroll in their frames. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** What is wider than its place, by class: the window, the page below its header, a card, a fact. Tables scroll in their frames. */
export function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[document.documentElement, ...document.querySelectorAll(
      '.main, .topbar, .page, .page > header, .sidebar, .card, .tile, .facts dd, .popover, .dialog, .notice, .state, .button')]
    .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== 'hidden')
    .map((each) => (each.className || each.tagName) + ', ' + (each.scrollWidth - each.clientWidth) + ' pixels too wide: ' + each.textContent.slice(0, 60))`);
}

/** Cents of `$1,234.56`. */
export function centsIn(text: string): number {
  const found = /(−?)\$([\d,]+)\.(\d\d)/.exec(text);
  if (found === null) throw new Error(`no amount in ${JSON.stringify(text)}`);
  const [, sign, whole = '', fraction = ''] = found;
  return (sign === '' ? 1 : -1) * (Number(whole.replaceAll(',', '')) * 100 + Number(fraction));
}
