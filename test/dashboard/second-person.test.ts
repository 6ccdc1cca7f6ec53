import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApprovalsHarness } from '../support/approvals-harness.js';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { open, textOf, waitUntilAbsent } from '../support/settled-page.js';
import { until } from '../support/until.js';

/* Amount limits, and an act that a second person approves, in a browser. */

describe.skipIf(BROWSER === undefined)(`a second person in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let approvals: ApprovalsHarness;
  let organizationId: string;

  beforeAll(async () => {
    ({ demo, origin, browser } = await openDemoDashboard());
    [organizationId = ''] = demo.organizationIds;
    approvals = new ApprovalsHarness(demo.instance, organizationId);
  }, 300_000);
  afterAll(() => demo?.instance.close());

  async function postedPayment(): Promise<{ readonly id: string; readonly accountId: string }> {
    const { rows } = await demo.instance.resources.pool.query(
      `select c.id, c.account_id as "accountId" from collected_payment c
         join account a on a.organization_id = c.organization_id and a.id = c.account_id
        where c.organization_id = $1 and c.status = 'posted' and a.loan_system_code = 'ledger' and a.status_code = 'active'
        order by c.id desc limit 1`,
      [organizationId],
    );
    return rows[0];
  }

  const check = async (page: Page) => {
    expect(await accessibility(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
  };

  it('an admin sets a limit; an agent sends a reversal for approval; an admin approves it', async () => {
    const admin = await openDashboard(browser, origin, {
      role: 'admin',
      path: `/admin/limits?lender=${organizationId}`,
    });
    const change = admin.page.getByRole('button', { name: 'Change the limit of Agent: Reversal of a payment' });
    await change.click();
    const field = admin.page.getByLabel('Limit per action, in dollars');
    await field.fill('one');
    await admin.page.getByRole('button', { name: 'Save' }).click();
    await admin.page.getByRole('alert').filter({ hasText: 'Please enter an amount' }).waitFor();
    await check(admin.page);
    await field.fill('1.00');
    await admin.page.getByRole('button', { name: 'Save' }).click();
    await waitUntilAbsent(admin.page.getByRole('dialog'));
    expect(await textOf(admin.page.getByRole('row').filter({ hasText: 'Agent' }))).toMatch(/Reversal.*\$1\.00/s);

    const { id, accountId } = await postedPayment();
    const agent = await openDashboard(browser, origin, { role: 'agent', path: `/payments/${id}` });
    await agent.page.getByRole('button', { name: 'Reverse payment' }).click();
    await agent.page.getByText('Nothing changes until a second person approves it.').waitFor();
    await check(agent.page);
    await agent.page.getByLabel('Reason').fill('keyed twice');
    await agent.page.getByRole('button', { name: 'Send for approval: entered in error' }).click();
    await agent.page.getByText('Sent for approval.').waitFor();
    await agent.page.getByRole('button', { name: 'Close' }).click();
    await waitUntilAbsent(agent.page.getByRole('dialog'));
    await agent.page.getByRole('heading', { name: 'Approvals' }).waitFor();

    await open(agent.page, `${origin}/accounts/${accountId}`);
    const entry = agent.page.getByRole('listitem').filter({ hasText: 'Reversal of a payment' });
    expect(await textOf(entry)).toMatch(/Awaiting approval.*requested by/s);
    await entry.getByRole('link', { name: 'Open' }).click();
    await agent.page.getByText('You requested this, so another person must approve it').waitFor();
    await check(agent.page);

    await open(admin.page, `${origin}/?lender=${organizationId}`);
    await admin.page.getByRole('link', { name: '1 to approve' }).click();
    await admin.page.getByRole('row').filter({ hasText: 'Reversal of a payment' }).waitFor();
    await check(admin.page);
    await admin.page.getByRole('link', { name: 'Reversal of a payment' }).click();
    await admin.page.getByText('keyed twice').waitFor();
    await admin.page.getByRole('button', { name: 'Approve' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await waitUntilAbsent(admin.page.getByRole('dialog'));
    const request = new URL(admin.page.url()).pathname.replace('/approvals/', '');
    await approvals.worker(demo.instance.resources.db).work({ id: request, organizationId });
    await admin.page.getByRole('status').filter({ hasText: 'Done' }).waitFor();
    const { rows } = await demo.instance.resources.pool.query('select status from collected_payment where id = $1', [
      id,
    ]);
    expect(rows[0].status).toBe('reversed');
    expect([...admin.complaints, ...agent.complaints]).toEqual([]);
    await Promise.all([admin.close(), agent.close()]);
  });

  it('a rejection needs a reason, which the page then shows; a viewer decides nothing', async () => {
    await approvals.limit('supervisor', 'adjustment', 100);
    const { accountId } = await postedPayment();
    const ann = await approvals.as('ann');
    const id = await approvals.ask(ann, accountId, 200);
    const viewer = await openDashboard(browser, origin, { role: 'viewer', path: `/approvals/${id}` });
    await viewer.page.getByText('Your role or your limit does not allow this approval').waitFor();
    const admin = await openDashboard(browser, origin, {
      path: `/approvals/${id}`,
      viewport: { width: 390, height: 844 },
    });
    await check(admin.page);
    await admin.page.getByRole('button', { name: 'Reject' }).click();
    await admin.page.getByLabel('Reason').fill('The fee is right.');
    await check(admin.page);
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await waitUntilAbsent(admin.page.getByRole('dialog'));
    await admin.page.getByText('The fee is right.').waitFor();
    await until(async () => (await approvals.read(ann, id)).status === 'rejected', 'the request is rejected');
    expect([...admin.complaints, ...viewer.complaints]).toEqual([]);
    await Promise.all([admin.close(), viewer.close()]);
  });
});
