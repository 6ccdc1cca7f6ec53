import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { centsIn } from './dashboard.js';
import { navigate } from './settled-page.js';

/** The rows that a figure opens. */
export interface Opened {
  readonly rows: readonly (readonly string[])[];
  readonly foot: readonly string[];
  /** The number of entries in a list that is not a table: exceptions, differences. */
  readonly items: number;
}

/** A window that shows every row of the demo. */
export const TALL = { width: 1600, height: 12_000 };

/** Reads the rows of a linked page, fully loaded; each address is opened once. */
export function rowsBehind(page: Page): (path: string) => Promise<Opened> {
  const known = new Map<string, Opened>();
  return async (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    await navigate(page, path);
    const opened = await page.evaluate<Opened>(SHOWN);
    known.set(path, opened);
    return opened;
  };
}

const SHOWN = `({
  rows: [...document.querySelectorAll('tbody tr[aria-rowindex]')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  foot: [...document.querySelectorAll('tfoot td')].map((cell) => cell.innerText),
  items: document.querySelectorAll('.exception-list li').length,
})`;

/** Every link of a list or table: its address, name and text. */
export function linksIn(page: Page, selector: string): Promise<readonly FigureLink[]> {
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((link) => ({
    href: link.getAttribute('href') ?? '', name: link.getAttribute('aria-label') ?? '', text: link.textContent ?? '' }))`);
}

export interface FigureLink {
  readonly href: string;
  readonly name: string;
  readonly text: string;
}

/** The tiles of Today. */
export function tilesIn(page: Page): Promise<readonly Tile[]> {
  return page.evaluate(`[...document.querySelectorAll('a.tile')].map((tile) => {
    const textOf = (part) => tile.querySelector(part)?.textContent ?? '';
    return { href: tile.getAttribute('href') ?? '', name: textOf('.name'), value: textOf('.value'), detail: textOf('.detail') };
  })`);
}

interface Tile {
  readonly href: string;
  readonly name: string;
  readonly value: string;
  readonly detail: string;
}

/** The rows of the table in the card with this title: their addresses and figures. */
export function linesIn(page: Page, title: string): Promise<readonly Line[]> {
  return page.evaluate(`[...document.querySelectorAll('section.card')]
    .find((card) => card.querySelector('h2')?.textContent === ${JSON.stringify(title)})
    .querySelectorAll('tbody tr').values().map((row) => ({
      href: row.querySelector('a')?.getAttribute('href') ?? '',
      figures: [...row.querySelectorAll('td.right')].map((cell) => cell.textContent ?? ''),
    })).toArray()`);
}

interface Line {
  readonly href: string;
  readonly figures: readonly string[];
}

export const sumOf = ({ rows }: Pick<Opened, 'rows'>, at: number) =>
  rows.reduce((total, row) => total + (/\$/.test(row.at(at) ?? '') ? centsIn(row.at(at) ?? '') : 0), 0);

/** Rows that a total adds, by the text of their status in this column; others never moved money or were reversed. */
const COUNTING: readonly { readonly path: string; readonly at: number; readonly status: RegExp }[] = [
  { path: '/payments', at: 2, status: /^(Posted|In progress|Unconfirmed|Reversal unconfirmed)/ },
  { path: '/autopay', at: 4, status: /^(Charged, not posted yet|Being posted|Posted)/ },
];

/** Checks that a table's footer shows the sum of each column and the number of rows. */
export function expectFootToHold(href: string, opened: Opened): void {
  const counting = COUNTING.find(({ path }) => href.startsWith(path));
  const counted = opened.rows.filter((row) => counting === undefined || counting.status.test(row[counting.at] ?? ''));
  const rows = counted.length > 0 ? counted : opened.rows;
  for (const [at, text] of opened.foot.entries()) {
    if (/^(over )?−?\$[\d,.]+$/.test(text)) {
      expect([href, at, centsIn(text)]).toEqual([href, at, sumOf({ rows }, at)]);
    }
  }
  expectCountToHold(href, opened);
}

function expectCountToHold(href: string, opened: Opened): void {
  const counted = /^([\d,]+) (rows?|payments?|runs?)$/.exec(opened.foot[0] ?? '');
  if (counted !== null) expect([href, Number(counted[1]?.replaceAll(',', ''))]).toEqual([href, opened.rows.length]);
}
