import type { Locator, Page } from 'playwright-core';
import { attributeOf, settled } from '../../../test/support/settled-page.js';
import { placeLetter } from './place-letter.js';

/** What a job took. */
export interface Effort {
  readonly clicks: number;
  /** Every key: Tab, arrows, Enter and typed characters. A chord, for example Ctrl K, is one. */
  readonly keys: number;
}

/** A person at the dashboard, with the mouse (and the keys only for text) or with the keyboard alone. */
export interface Hand {
  readonly page: Page;
  /** Opens a page by its name in the sidebar. */
  open(place: string): Promise<void>;
  /** Types into the search for everything, and opens the row that is meant. */
  find(text: string, row: string | RegExp): Promise<void>;
  press(target: Locator): Promise<void>;
  /** Replaces what a field holds. */
  write(field: Locator, text: string): Promise<void>;
  /** Types into the field that has the focus already. */
  type(text: string): Promise<void>;
  /** Ticks a box. */
  tick(box: Locator): Promise<void>;
  /** Presses a field for a file, and gives it one; what the system's own dialog takes is not counted. */
  attach(field: Locator, file: HandedFile): Promise<void>;
  /** Takes an option of the open list. */
  take(option: Locator): Promise<void>;
  /** One of the choices below a button. */
  choose(button: Locator, option: string | RegExp): Promise<void>;
  effort(): Effort;
}

export interface HandedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const MOST_STEPS = 400;

export type Device = 'mouse' | 'keyboard';

export function handOf(device: Device, page: Page): Hand {
  const done = { clicks: 0, keys: 0 };
  const key = async (name: string) => {
    await page.keyboard.press(name);
    done.keys += 1;
  };
  const click = async (target: Locator) => {
    await target.click();
    done.clicks += 1;
  };
  const type = async (text: string) => {
    await page.keyboard.type(text);
    done.keys += text.length;
  };
  const steps = device === 'mouse' ? byMouse(click) : byKeyboard(page, key);
  return {
    page,
    ...steps,
    type,
    async open(place) {
      const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: place, exact: true });
      if (device === 'mouse') await click(link);
      else {
        await key('g');
        await key(placeLetter(place));
      }
      // A page's heading may differ from its name in the sidebar.
      await page.waitForURL((url) => url.pathname !== '/');
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await settled(page);
    },
    async find(text, row) {
      if (device === 'mouse') await click(page.getByRole('button', { name: 'Find anything' }));
      else await key('Control+k');
      await searched(page);
      await type(text);
      const option = page.getByRole('option').filter({ hasText: row }).first();
      await option.waitFor();
      await settled(page);
      await steps.take(option);
    },
    async write(field, text) {
      await steps.reach(field);
      if ((await field.getAttribute('type')) !== 'date' && (await field.inputValue()) !== '') await key('Control+a');
      await type(text);
    },
    async choose(button, option) {
      await steps.press(button);
      await page.getByRole('listbox').waitFor();
      const wanted = page.getByRole('listbox').getByRole('option', { name: option, exact: true }).first();
      await wanted.waitFor();
      await steps.take(wanted);
    },
    async attach(field, file) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), steps.press(field)]);
      await chooser.setFiles(file);
    },
    effort: () => ({ ...done }),
  };
}

/** The steps that differ between the devices. */
interface Steps {
  press(target: Locator): Promise<void>;
  tick(box: Locator): Promise<void>;
  /** Puts the focus on a field. */
  reach(field: Locator): Promise<void>;
  /** Takes an option of an open list. */
  take(option: Locator): Promise<void>;
}

function byMouse(click: (target: Locator) => Promise<void>): Steps {
  // A checkbox is drawn by its label.
  const tick = (box: Locator) => click(box.locator('xpath=ancestor::label'));
  return { press: click, tick, reach: click, take: click };
}

function byKeyboard(page: Page, key: (name: string) => Promise<void>): Steps {
  const reach = async (target: Locator) => {
    await target.waitFor();
    for (let tabs = 0; tabs < MOST_STEPS; tabs += 1) {
      if (await target.evaluate(hasFocus)) return;
      await key('Tab');
    }
    throw new Error(`the keyboard does not reach ${target}`);
  };
  return {
    reach,
    async press(target) {
      await reach(target);
      await key('Enter');
    },
    async tick(box) {
      await reach(box);
      await key('Space');
    },
    async take(option) {
      await stepTo(option, key);
      await key('Enter');
      await settled(page);
    },
  };
}

const searched = (page: Page) => page.getByRole('dialog', { name: 'Find' }).locator('input:focus').waitFor();

/** Arrows down to an option; a list marks the one that Enter would take. */
async function stepTo(option: Locator, key: (name: string) => Promise<void>): Promise<void> {
  const isMarked = async () =>
    (await attributeOf(option, 'data-focused')) !== null || (await option.evaluate(hasFocus));
  for (let downs = 0; !(await isMarked()); downs += 1) {
    if (downs > MOST_STEPS) throw new Error(`the arrow does not reach ${option}`);
    await key('ArrowDown');
  }
}

/** What it needs of an element: the compiler knows no browser here. */
interface FocusableElement {
  readonly ownerDocument: { readonly activeElement: unknown };
  matches(selector: string): boolean;
  contains(other: unknown): boolean;
}

/** Runs in the browser. A radio or checkbox lies inside its label. */
function hasFocus(element: FocusableElement): boolean {
  const { activeElement } = element.ownerDocument;
  return element === activeElement || (element.matches('label') && element.contains(activeElement));
}
