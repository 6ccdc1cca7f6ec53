import type { Locator, Page } from 'playwright-core';
import { attributeOf } from './settled-page.js';

/** A way to use a page: by mouse, or by keyboard with Tab and Enter. */
export interface InputDevice {
  readonly page: Page;
  press(target: Locator): Promise<void>;
  /** One of the options below a field. */
  choose(option: Locator): Promise<void>;
  /** How many presses there were so far. */
  presses(): number;
}

export const INPUT_DEVICES: Readonly<Record<'mouse' | 'keyboard', (page: Page) => InputDevice>> = { mouse, keyboard };

function mouse(page: Page): InputDevice {
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  return { page, press: click, choose: click, presses: () => clicks };
}

function keyboard(page: Page): InputDevice {
  let presses = 0;
  const enter = async () => {
    await page.keyboard.press('Enter');
    presses += 1;
  };
  return {
    page,
    async press(target) {
      await tabTo(page, target);
      await enter();
    },
    async choose(option) {
      for (let downs = 0; (await attributeOf(option, 'data-focused')) === null; downs += 1) {
        if (downs > MOST_OPTIONS) throw new Error('the arrow does not reach it');
        await page.keyboard.press('ArrowDown');
      }
      await enter();
    },
    presses: () => presses,
  };
}

const MOST_TABS = 400;
const TABS_AT_ONCE = 20;
const MOST_OPTIONS = 40;

/** Holds Tab down, twenty repetitions at a time, until the focus is on the target. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs += TABS_AT_ONCE) {
    if (await target.evaluate(holdsFocus)) return;
    for (let tab = 0; tab < TABS_AT_ONCE; tab += 1) await page.keyboard.down('Tab');
    await page.keyboard.up('Tab');
  }
  throw new Error('the keyboard does not reach it');
}

/** Runs in the browser. If the focus is elsewhere, further repetitions of Tab end at this element. */
function holdsFocus(element: any): boolean {
  const view = element.ownerDocument.defaultView;
  view.stopOfTab?.abort();
  const hasFocus = () => element.ownerDocument.activeElement === element;
  if (hasFocus()) return true;
  view.stopOfTab = new view.AbortController();
  const stop = (event: any) => {
    if (event.key !== 'Tab' || !hasFocus()) return;
    event.preventDefault();
    // A dialog moves the focus itself.
    event.stopImmediatePropagation();
  };
  view.addEventListener('keydown', stop, { capture: true, signal: view.stopOfTab.signal });
  return false;
}
