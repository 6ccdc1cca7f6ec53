import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { attributeOf, open, textOf, textsOf } from '../support/settled-page.js';

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

  it('shows in order what the dispute caused, and no refund; the advice says what became of the payment', async () => {
    const { id, externalId } = await disputeWith("run_id is not null and status = 'inquiry_under_review'");
    // A refund before the dispute, and the reversal that the dispute caused, which the loan system refused.
    for (const [number, cause, cents, status, hours] of [
      [1, 're_1', 111, 'done', -1],
      [2, externalId, 222, 'refused', 1],
    ])
      await demo.instance.resources.pool.query(
        `insert into autopay_correction (id, organization_id, run_id, number, kind, reason, cause, status, amount_cents,
           created_at, settled_at)
         select $2, organization_id, run_id, $3, 'reversal', 'card_disputed', $4, $5::text::correction_status, $6,
           opened_at + make_interval(hours => $7), opened_at + make_interval(hours => $7)
           from dispute where id = $1`,
        [id, newId(), number, cause, status, cents, hours],
      );
    const { page, complaints, close } = await openDashboard(browser, origin, { path: `/disputes/${id}` });
    const history = page.locator('section.card', { hasText: 'What happened' });
    await history.getByText('Payment reversed').waitFor();
    const steps = await textsOf(history.getByRole('listitem'));
    expect(steps.map((step) => step.replace(/ of .*|: .*/, ''))).toEqual([
      expect.stringMatching(/^(?:Autopay|One-time charge)$/),
      'Dispute',
      'Payment reversed',
    ]);
    expect(steps.at(-1)).toContain('$2.22 (refused)');
    await page.getByText('The loan system refused to reverse the payment').waitFor();
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
