import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { failedEndpoint } from '../support/failed-endpoint.js';
import { operatorToken } from '../support/operators.js';
import { populateFailedJob } from '../support/populated-administration.js';
import { countOf, open, textsOf, waitUntilAbsent } from '../support/settled-page.js';

/* The page of operations: its figures equal the rows, and a part that is down says so in its place. */

let demo: DemoInstance;
let origin: string;
let browser: Browser;
let waiting: number;

/** The transaction of a subscription that takes no events by itself. */
const AFTER_ALL = '9223372036854775807';

const rows = async (text: string, values: readonly unknown[] = []) =>
  (await demo.instance.resources.pool.query(text, [...values])).rows;
const count = async (from: string) => Number((await rows(`select count(*) as n from ${from}`))[0]?.n);

beforeAll(async () => {
  ({ demo, origin, browser } = await openDemoDashboard());
  const { pool } = demo.instance.resources;
  const organizationId = demo.organizationIds[0] ?? '';
  const { endpointId, eventId } = await failedEndpoint(pool, organizationId);
  await rows(
    `update webhook_endpoint set failing_since = now() - interval '3 hours', last_error = 'timeout' where id = $1`,
    [endpointId],
  );
  await rows(
    `insert into webhook_subscription (organization_id, endpoint_id, through_transaction, through_position) values ($1, $2, $3, 0)`,
    [organizationId, endpointId, AFTER_ALL],
  );
  await rows(
    `update webhook_delivery set status = 'pending', tries = 2, settled_at = null, next_try_at = now() + interval '1 day',
       created_at = now() - interval '2 hours'
      where organization_id = $1 and endpoint_id = $2 and event_id = $3`,
    [organizationId, endpointId, eventId],
  );
  await rows(
    `insert into webhook_batch (id, provider, source, body, organization_ids, is_signed, received_at)
     values ($1, 'generic', 'test', '', '{}', true, now() - interval '1 hour')`,
    [newId()],
  );
  await populateFailedJob(pool);
  waiting = await count(`webhook_delivery where status = 'pending'`);
}, 300_000);
afterAll(() => demo?.instance.close());

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  const PATH = '/admin/operations';
  const cells = (page: Page, table: string, row: string) =>
    textsOf(page.getByRole('table', { name: table }).getByRole('row', { name: row }).getByRole('cell'));
  const card = (page: Page, title: string) =>
    page.locator('.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

  it('shows what waits and what fails, each figure as the database has it', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { path: PATH });
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor();
    await page.getByText(/^Read at .* reads again automatically/).waitFor();
    const SENT = `status in ('pending', 'pending_confirmation')`;
    for (const [kind, from] of [
      ['Payments', `collected_payment where ${SENT}`],
      ['Reversals', `payment_reversal where ${SENT}`],
      ['Autopay runs', `autopay_run where status in ('charging', 'posting', 'refunding')`],
    ] as const) {
      expect((await cells(page, 'Unknown outcomes', kind)).slice(0, 2)).toEqual([kind, String(await count(from))]);
    }
    const [exception] = await rows(
      `select count(*)::int as open from operator_exception where resolved_at is null and kind = 'posted_after_failed'`,
    );
    expect(exception.open).toBeGreaterThan(0);
    await page.getByRole('table', { name: 'Loan systems' }).getByRole('row').nth(1).waitFor();
    const job = page.getByRole('table', { name: 'Background jobs' }).getByRole('row', { name: 'Test nothing' });
    expect((await textsOf(job.getByRole('cell'))).at(-1)).toBe('1');
    const deliveries = card(page, 'Webhook deliveries');
    expect(await textsOf(deliveries.locator('dd'))).toEqual([String(waiting), '1', '2 hours ago']);
    const failing = deliveries.getByRole('row', { name: 'https://receiver.invalid/' });
    expect((await textsOf(failing.getByRole('cell'))).slice(1)).toEqual(['Failing', '3 hours ago']);
    expect(await textsOf(card(page, 'Email events').locator('dd'))).toEqual(['1', '1 hour ago', '0']);
    expect(await accessibility(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('an unknown outcome opens the list of these payments', async () => {
    const [{ id }] = await rows(
      `update collected_payment set status = 'pending_confirmation' where id = (
         select id from collected_payment where status = 'posted' order by id limit 1) returning id`,
    );
    const { page, close } = await openDashboard(browser, origin, { path: PATH });
    const outcomes = page.getByRole('table', { name: 'Unknown outcomes' });
    const shown = Number((await cells(page, 'Unknown outcomes', 'Payments'))[1]);
    await outcomes.getByRole('link', { name: 'Payments' }).click();
    const list = page.getByRole('table', { name: 'Payments' });
    await list.getByRole('link').first().waitFor();
    expect(shown).toBeGreaterThan(0);
    expect(await countOf(list.locator('tbody tr[data-row]'))).toBe(shown);
    await rows(`update collected_payment set status = 'posted' where id = $1`, [id]);
    await close();
  });

  it('a part that is down says so in its place, and the others are shown', async () => {
    const { page, close } = await openDashboard(browser, origin, { path: '/suppressed' });
    let isDown = true;
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName !== 'OperationsSystems' || !isDown) return route.continue();
      const response = await route.fetch();
      const { data } = await response.json();
      const errors = [{ message: 'A part is down.', path: ['jobQueue'], extensions: { code: 'service_unavailable' } }];
      await route.fulfill({ response, json: { data: { ...data, jobQueue: null }, errors } });
    });
    await open(page, `${origin}${PATH}`);
    const missing = page.getByText('Background jobs could not be read');
    await missing.waitFor();
    await page.getByRole('table', { name: 'Loan systems' }).waitFor();
    expect(await countOf(page.getByRole('table', { name: 'Background jobs' }))).toBe(0);
    isDown = false;
    await page.getByRole('table', { name: 'Background jobs' }).waitFor();
    await waitUntilAbsent(missing);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('leaves out a sandbox and its endpoints, unless it is chosen', async () => {
    const { organizationId } = await demo.instance.lender('Trying Out', { isSandbox: true });
    const { endpointId, eventId } = await failedEndpoint(demo.instance.resources.pool, organizationId);
    await rows(`update webhook_endpoint set failing_since = now(), url = 'https://sandbox.invalid/' where id = $1`, [
      endpointId,
    ]);
    await rows(
      `insert into webhook_subscription (organization_id, endpoint_id, through_transaction, through_position) values ($1, $2, $3, 0)`,
      [organizationId, endpointId, AFTER_ALL],
    );
    await rows(
      `update webhook_delivery set status = 'pending', next_try_at = now() + interval '1 day', settled_at = null
        where endpoint_id = $1 and event_id = $2`,
      [endpointId, eventId],
    );
    const { page, close } = await openDashboard(browser, origin, { path: PATH });
    const deliveries = card(page, 'Webhook deliveries');
    await deliveries.getByText('https://receiver.invalid/').waitFor();
    expect((await textsOf(deliveries.locator('dd')))[0]).toBe(String(waiting));
    expect(await countOf(deliveries.getByText('https://sandbox.invalid/'))).toBe(0);
    await open(page, `${origin}${PATH}?lender=${organizationId}`);
    await deliveries.getByText('https://sandbox.invalid/').waitFor();
    expect((await textsOf(deliveries.locator('dd'))).slice(0, 2)).toEqual(['1', '1']);
    expect(await countOf(deliveries.getByText('https://receiver.invalid/'))).toBe(0);
    await close();
  });

  it('says to an admin of one lender what only admins of all lenders see, and alerts of nothing', async () => {
    const organizationIds = [demo.organizationIds[0] ?? ''];
    const token = await operatorToken(demo.instance.resources, { subject: 'bo', role: 'admin', organizationIds });
    const { page, close } = await openDashboard(browser, origin, { path: '/suppressed' });
    // As the gateway answers that admin: with a token, because the demo has no such session.
    await page.route('**/graphql', async (route) => {
      if (!route.request().postDataJSON().operationName.startsWith('Operations')) return route.continue();
      const { cookie: _, ...headers } = await route.request().allHeaders();
      await route.fulfill({
        response: await route.fetch({ headers: { ...headers, authorization: `Bearer ${token}` } }),
      });
    });
    await open(page, `${origin}${PATH}`);
    for (const what of ['Background jobs', 'Email events', 'Events that could not be stored'])
      await page.getByText(`${what}: only for admins of all lenders.`).waitFor();
    await page.getByRole('table', { name: 'Loan systems' }).waitFor();
    await card(page, 'Webhook deliveries').locator('dd').first().waitFor();
    expect(await countOf(page.getByRole('alert'))).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('is in the navigation of admins only', async () => {
    for (const [role, links] of [
      ['admin', 1],
      ['supervisor', 0],
    ] as const) {
      const { page, close } = await openDashboard(browser, origin, { role });
      await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).waitFor();
      expect([role, await countOf(page.getByRole('navigation').getByRole('link', { name: 'Operations' }))]).toEqual([
        role,
        links,
      ]);
      await close();
    }
  });
});
