import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from './browser.js';
import { openDashboard } from './dashboard.js';
import { QUESTIONS } from './dashboard-questions.js';
import { DEMO_NOW } from './demo-instance.js';
import { INPUT_DEVICES } from './input-devices.js';
import { openQuestionsFixture, type QuestionsFixture } from './questions-fixture.js';
import { countOf, open, settled } from './settled-page.js';

/** Registers the tests of every question, with one kind of input device. */
export function questionsWithDevice(kind: keyof typeof INPUT_DEVICES): void {
  describe.skipIf(BROWSER === undefined)(`by ${kind}${NO_BROWSER}`, { timeout: 180_000 }, () => {
    let harness: QuestionsFixture;
    let page: Page;
    let complaints: readonly string[];
    beforeAll(async () => {
      harness = await openQuestionsFixture();
      ({ page, complaints } = await openDashboard(await workerBrowser(), harness.origin, { now: DEMO_NOW }));
    }, 300_000);
    afterAll(async () => {
      await page?.context().close();
      await harness?.demo.instance.close();
    });

    it.each(Object.entries(QUESTIONS))('%s', async (_name, { ask, answer }) => {
      await open(page, harness.origin);
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      const hand = INPUT_DEVICES[kind](page);
      await ask(hand, harness.loan);
      for (const part of answer(page, harness.loan)) await part.waitFor();
      expect(hand.presses()).toBeLessThanOrEqual(2);
      // The browser's clock is set by a script, and an email's frame runs none.
      expect(complaints.filter((text) => !text.includes('Blocked script execution'))).toEqual([]);
    });

    it('the payoff of a day is shown, a check is recorded and reversed, autopay is paused', async () => {
      const { origin, loan } = harness;
      const path = `/accounts/${loan.id}`;
      const options = { role: 'operator', path, now: DEMO_NOW } as const;
      const { page, complaints, close } = await openDashboard(await workerBrowser(), origin, options);
      const { press } = INPUT_DEVICES[kind](page);
      const amount = kind === 'mouse' ? '61.01' : '61.02';
      await page.getByText('Nov 18, 2026').first().waitFor();
      const day = page.getByLabel('Paid off on');
      if (kind === 'mouse') await day.click();
      else await day.focus();
      await page.keyboard.type('11282026');
      await page.getByText('Nov 28, 2026').first().waitFor();
      await press(page.getByRole('button', { name: 'Record a payment' }));
      await page.getByRole('dialog').locator('input:focus').waitFor();
      await page.keyboard.type(amount);
      const check = page.getByLabel('Check number');
      if (kind === 'mouse') await check.click();
      const isReached = async () => (await countOf(check.and(page.locator(':focus')))) > 0;
      for (let tabs = 0; tabs < 10 && !(await isReached()); tabs += 1) await page.keyboard.press('Tab');
      await page.keyboard.type('1001');
      await press(page.getByRole('button', { name: `Record $${amount}` }));
      await page.getByRole('dialog').getByText('Posted').waitFor();
      await press(page.getByRole('button', { name: 'Done' }));
      const row = page.getByRole('table', { name: 'Timeline' }).getByRole('row').nth(1);
      await row.getByText(`$${amount}`).waitFor();
      await settled(page);
      await press(row.getByRole('link'));
      await press(page.getByRole('button', { name: 'Reverse payment' }));
      await page.getByRole('dialog').locator('input:focus').waitFor();
      await page.keyboard.type('Wrong loan');
      await press(page.getByRole('button', { name: 'Entered in error' }));
      await page.getByText('Reversed').first().waitFor();
      await open(page, `${origin}${path}`);
      await press(page.getByRole('button', { name: 'Pause autopay' }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }));
      await press(page.getByRole('button', { name: 'Resume autopay' }));
      await page.getByRole('button', { name: 'Pause autopay' }).waitFor();
      expect(complaints).toEqual([]);
      await close();
    });
  });
}
