import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openContext } from './browser.js';
import { demoSession } from './demo-session.js';
import { open } from './settled-page.js';

export { accessibility } from './accessibility.js';

export interface OpenDashboard {
  readonly page: Page;
  /** The browser's messages: errors, and what the policy refused. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

interface DashboardOptions extends BrowserContextOptions {
  readonly role?: 'viewer' | 'agent' | 'supervisor' | 'operator' | 'admin';
  /** The page to open. Default: Today. */
  readonly path?: string;
  /** The instant shown by the page's clock, which does not run. */
  readonly now?: string;
}

/** A browser window on a dashboard page, settled, with a session of the demo: no click is needed to sign in. */
export async function openDashboard(
  browser: Browser,
  origin: string,
  { role = 'admin', path = '/', now, ...options }: DashboardOptions = {},
): Promise<OpenDashboard> {
  const { cookie } = await demoSession(origin, role);
  const context = await openContext(browser, { viewport: { width: 1440, height: 900 }, ...options });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  if (now !== undefined) await page.clock.setFixedTime(now);
  const complaints = complaintsOf(page);
  await open(page, `${origin}${path}`);
  return { page, complaints, close: () => context.close() };
}

/** Collects the browser's messages from now on: errors, and what the policy refuses. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** How far the page overflows the window to the right: it should not, because tables scroll in their frames. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/**
 * Elements wider than their container, by class: the window, the page below its header, a card, a fact. Tables scroll
 * in their frames.
 */
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
