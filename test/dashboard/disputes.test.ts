import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { attributeOf, open, textOf } from '../support/settled-page.js';

/* A dispute's page: what happened, what to do until when, and where. */

describe.skipIf(BROWSER === undefined)(`disputes (${NO_BROWSER})`, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    origin = new URL(demo.instance.graphqlUrl).origin;
    browser = await workerBrowser();
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const disputeWith = async (condition: string) => {
    const { rows } = await demo.instance.resources.pool.query<{ id: string; externalId: string }>(
      `select id, external_id as "externalId" from dispute where ${condition} order by id limit 1`,
    );
    const [found] = rows;
    if (found === undefined) throw new Error(`the demo has no dispute with ${condition}`);
    return found;
  };

  it('opens from the list, with the charge, the deadline, the advice and the page at the processor', async () => {
    const { id, externalId } = await disputeWith("run_id is not null and status = 'inquiry_needs_response'");
    await demo.instance.resources.pool.query("update dispute set processor = 'stripe' where id = $1", [id]);
    const { page, complaints, close } = await openDashboard(browser, origin, { path: '/disputes' });
    await page.locator(`a[href^="/disputes/${id}"]`).first().click();
    await page.getByRole('heading', { level: 1, name: /^Dispute of \$/ }).waitFor();
    const todo = page.locator('section.card', { hasText: 'What to do' });
    expect(await textOf(todo)).toContain('Answer at the card processor before the deadline');
    await todo.getByText(/^Deadline:/).waitFor();
    const link = todo.getByRole('link', { name: 'Open it at Stripe' });
    expect(await attributeOf(link, 'href')).toBe(`https://dashboard.stripe.com/disputes/${externalId}`);
    await page.locator('section.card', { hasText: 'What happened' }).getByText('charged').waitFor();
    await page.getByRole('link', { name: 'Open the charge' }).click();
    await page.waitForURL('**/autopay/runs/*');
    expect(complaints).toEqual([]);
    await close();
  });

  it('a dispute of a charge that Tributary did not make says so', async () => {
    const { id } = await disputeWith('run_id is null');
    const { page, complaints, close } = await openDashboard(browser, origin, { path: `/disputes/${id}` });
    await page.getByText('Not made by Tributary').waitFor();
    await page.getByText('Tributary did not make this charge').waitFor();
    await page
      .locator('section.card', { hasText: 'What happened' })
      .getByText(/opened/)
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('an unknown dispute is no page', async () => {
    const { page, close } = await openDashboard(browser, origin, { path: '/disputes' });
    await open(page, `${origin}/disputes/01JZZZZZZZZZZZZZZZZZZZZZZZ`);
    await page.getByText('Dispute not found').waitFor();
    await close();
  });
});
