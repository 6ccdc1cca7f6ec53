import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { environmentWithoutClock, isClockMoved } from './child-environment.js';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of Chromium: playwright's, or the system's. Undefined if there is none. */
export const BROWSER = [chromium.executablePath(), ...SYSTEM_BROWSERS].find((path) => existsSync(path));

/** A suffix for test titles when there is none. */
export const NO_BROWSER = BROWSER === undefined ? ' (skipped: no Chromium is installed)' : '';

/**
 * A headless Chromium. As root it runs without its sandbox, because it would not start otherwise. Its own clock is
 * always the real one: with libfaketime a page takes half a minute to open. Pages of `openContext` have the moved
 * clock.
 */
export function openBrowser(): Promise<Browser> {
  if (BROWSER === undefined) throw new Error('no Chromium is installed');
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath: BROWSER, chromiumSandbox: !isRoot, env: environmentWithoutClock() });
}

/** A context whose pages use this process's clock, also when that is moved (`npm run test:dates`). */
export async function openContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  if (isClockMoved()) await context.clock.install({ time: Date.now() });
  return context;
}

let shared: Promise<Browser> | undefined;

/**
 * The test worker's browser, started when its first file needs it. No test closes it: each closes the contexts that it
 * opened. It ends with the worker, because the browser's library ends its processes when this one exits.
 */
export function workerBrowser(): Promise<Browser> {
  shared ??= openBrowser().then((browser) => {
    browser.on('disconnected', () => {
      shared = undefined;
    });
    return browser;
  });
  return shared;
}
