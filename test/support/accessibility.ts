import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const EVERY_RULE = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']";
const CONTRAST = "{ type: 'rule', values: ['color-contrast'] }";

/**
 * Accessibility problems of the current page, with their elements.
 *
 * @param within - axe's context, as an expression: a part of the page, such as `{ include: ['.dialog'] }`
 */
export function accessibility(page: Page, within = 'document'): Promise<readonly string[]> {
  return violations(page, EVERY_RULE, within);
}

/** The same in both color schemes. They differ only in colors, so all other rules are checked once. */
export async function accessibilityInBothSchemes(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, CONTRAST);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page, EVERY_RULE);
  return [...dark.map((each) => `dark › ${each}`), ...light.map((each) => `light › ${each}`)];
}

/** The policy allows no script of ours, so axe is loaded through the debugger. */
async function violations(page: Page, rules: string, within = 'document'): Promise<readonly string[]> {
  const debug = await page.context().newCDPSession(page);
  const { result } = await debug.send('Runtime.evaluate', {
    expression: "typeof axe === 'undefined'",
  });
  if (result.value === true) await debug.send('Runtime.evaluate', { expression: AXE });
  const { result: found } = await debug.send('Runtime.evaluate', {
    expression: `axe.run(${within}, { runOnly: ${rules}, resultTypes: ['violations'] })
      .then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => id + ': ' + nodes.map((n) => n.target.join(' ')).join(', '))))`,
    awaitPromise: true,
  });
  await debug.detach();
  return JSON.parse(String(found.value));
}
