import type { Locator, Page } from 'playwright-core';

/*
 * Reads a dashboard page once nothing is pending. A locator's own `count()`, `textContent()` and the like read the
 * state at that moment; tests use these functions instead.
 */

/** The page notices a press or typing before its next frame, and may start to read in the one after. */
const UNTIL_SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const root = document.documentElement;
  const check = () => root.dataset.pending === 'false' && done(null);
  new MutationObserver(check).observe(root, { attributeFilter: ['data-pending'] });
  check();
})))`;

/** Waits until no request is pending and all responses are shown. */
export async function settled(page: Page): Promise<void> {
  // A page that is being left drops the promise; the next page is waited for below.
  await page.evaluate(UNTIL_SETTLED).catch(() => undefined);
  await page.locator('html[data-pending="false"]').waitFor({ state: 'attached' });
}

/** Loads a page, and waits until it is settled. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
}

/** Navigates the open page to another address of the dashboard, as a link does, without loading its files again. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
  await settled(page);
}

async function settledAt(locator: Locator): Promise<Locator> {
  await settled(locator.page());
  return locator;
}

export async function countOf(locator: Locator): Promise<number> {
  return (await settledAt(locator)).count();
}

/** The visible text; waits for the element. */
export async function textOf(locator: Locator): Promise<string> {
  return (await settledAt(locator)).innerText();
}

export async function textsOf(locator: Locator): Promise<readonly string[]> {
  return (await settledAt(locator)).allInnerTexts();
}

/** The value of a field. */
export async function fieldValueOf(locator: Locator): Promise<string> {
  return (await settledAt(locator)).inputValue();
}

export async function attributeOf(locator: Locator, name: string): Promise<string | null> {
  return (await settledAt(locator)).getAttribute(name);
}

export async function canBePressed(locator: Locator): Promise<boolean> {
  return (await settledAt(locator)).isEnabled();
}

export async function canBeEdited(locator: Locator): Promise<boolean> {
  return (await settledAt(locator)).isEditable();
}

/** Waits until the page is settled, and then until the element is gone: an animation may delay its removal. */
export async function waitUntilAbsent(locator: Locator): Promise<void> {
  await (await settledAt(locator)).first().waitFor({ state: 'detached', timeout: 10_000 });
}
