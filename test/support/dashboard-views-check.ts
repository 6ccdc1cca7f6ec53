import type { Page } from 'playwright-core';
import { accessibilityInBothSchemes } from './accessibility.js';
import { overflowing } from './dashboard.js';
import { filledIn, patternOf } from './dashboard-views.js';
import { open, settled } from './settled-page.js';

const WIDTHS = [1600, 390];

/**
 * The problems of pages: elements wider than their container, in a wide window and on a phone, and accessibility
 * problems of each template. Browser errors are collected separately.
 */
export async function problemsOf(
  page: Page,
  origin: string,
  views: readonly string[],
  ids: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const checked = new Set<string>();
  for (const view of views) {
    await open(page, `${origin}${filledIn(view, ids)}`);
    await page.locator('h1').waitFor();
    if (!checked.has(templateOf(view))) {
      checked.add(templateOf(view));
      for (const violation of await accessibilityInBothSchemes(page)) problems.push(`${view}, ${violation}`);
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      for (const wide of await overflowing(page)) problems.push(`${view}, ${width} pixels › ${wide}`);
    }
    await page.setViewportSize({ width: 1600, height: 900 });
  }
  return problems;
}

/** Views whose query parameters show another template: a tab, an empty report. */
const templateOf = (view: string) => `${patternOf(view)}${/\?.*/.exec(view)?.[0] ?? ''}`;
