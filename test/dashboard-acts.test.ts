import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, openBrowser } from './support/browser.js';
import { openDashboard } from './support/dashboard.js';
import { type DemoHouse, openDemoHouse } from './support/demo-house.js';
import { pdfPages } from './support/pdf-text.js';
import { toldEndpoint } from './support/told-endpoint.js';

/* What people do in the dashboard beside moving money, pressed in a real browser; and what strangers wrote, which does nothing. */

let demo: DemoHouse;
let origin: string;
let organizationId: string;

beforeAll(async () => {
  demo = await openDemoHouse({}, { isDemo: true });
  origin = new URL(demo.house.graphqlUrl).origin;
  organizationId = demo.organizationIds[0] ?? '';
}, 120_000);
afterAll(() => demo.house.close());

async function rowOf(statement: string, ...values: readonly unknown[]) {
  const { rows } = await demo.house.resources.pool.query(statement, [...values]);
  return rows[0];
}

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 60_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it('a webhook is added, tested, sent to again, disabled and enabled; each secret is shown once', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator' });
    const secret = page.locator('.secret');
    await page.goto(`${origin}/developers/webhooks`);
    await page.getByRole('button', { name: 'Add an address' }).click();
    await page.getByLabel('Address', { exact: true }).fill('https://receiver.invalid/hook');
    await page.getByLabel('Events').fill('*');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const first = await secret.innerText();
    expect(first).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'https://receiver.invalid/hook' }).click();
    await page.getByRole('heading', { level: 1, name: 'https://receiver.invalid/hook' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const endpoint = () => rowOf('select status, earlier_secret from webhook_endpoint where id = $1', id);

    await page.getByRole('button', { name: 'Send a test event' }).click();
    const tests =
      "select count(*)::int as sent from webhook_delivery d join event e on e.id = d.event_id where e.type = 'webhook_endpoint.test' and d.endpoint_id = $1";
    await expect.poll(async () => (await rowOf(tests, id)).sent).toBe(1);

    const { eventId } = await toldEndpoint(demo.house.resources.pool, organizationId, id);
    await page.reload();
    await page.getByText('Failed · 500').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    const again = 'select status from webhook_delivery where endpoint_id = $1 and event_id = $2';
    await expect.poll(async () => (await rowOf(again, id, eventId))?.status).toBe('pending');

    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    const second = await secret.innerText();
    expect(second).toMatch(/^whsec_/);
    expect(second).not.toBe(first);
    expect((await endpoint()).earlier_secret).not.toBeNull();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const shown of [await page.content(), await (await page.reload())?.text(), await page.content()]) {
      expect(shown).not.toContain('whsec_');
    }

    await page.getByRole('button', { name: 'Disable' }).click();
    expect((await endpoint()).status).toBe('enabled'); // it was asked about, and nothing was said yet
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    expect((await endpoint()).status).toBe('disabled');
    expect(await page.getByRole('button', { name: 'Send a test event' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Enabled', { exact: true }).waitFor();
    expect((await endpoint()).status).toBe('enabled');
    expect(complaints).toEqual([]);
    await close();
  });

  it('a viewer sees a webhook and what it answered, and no act', async () => {
    const { endpointId } = await toldEndpoint(demo.house.resources.pool, organizationId);
    const { page, close } = await openDashboard(browser, origin, { role: 'viewer' });
    await page.goto(`${origin}/developers/webhooks/${endpointId}`);
    await page.getByText('Failed · 500').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await close();
  });

  it('filters are kept under a name, opened after a reload, and forgotten', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin);
    const views = page.getByRole('button', { name: /^Saved views/ });
    const search = () => new URL(page.url()).search;
    await page.goto(`${origin}/payments?status=failed`);
    await views.click();
    await page.getByRole('menuitem', { name: 'Save these filters …' }).click();
    await page.getByLabel('Name', { exact: true }).fill('To look at');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Saved views: To look at' }).waitFor();
    await page.goto(`${origin}/payments`);
    await views.click();
    await page.getByRole('menuitem', { name: 'To look at' }).click();
    await expect.poll(search).toBe('?status=failed');
    // Of another page they are not.
    await page.goto(`${origin}/autopay`);
    await views.click();
    await page.getByRole('menuitem', { name: 'Save these filters …' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'To look at' }).count()).toBe(0);
    await page.goto(`${origin}/payments?status=failed`);
    await views.click();
    await page.getByRole('menuitem', { name: 'Forget “To look at”' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Saved views: Views' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('the payoff letter is saved from the loan’s page, for the day that is shown', async () => {
    const { id } = await rowOf("select id from account where external_contract_number = 'ALD-2026-0017'");
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'viewer' });
    await page.goto(`${origin}/accounts/${id}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Payoff letter' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`payoff-${id}-2026-11-18.pdf`);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part);
    expect((await pdfPages(Buffer.concat(parts))).join()).toContain('Payoff letter');
    expect(complaints).toEqual([]);
    await close();
  });

  it('an address is let write to again from the suppression list', async () => {
    const before = await rowOf(
      'select workspace_id, address from suppression order by created_at desc, address desc limit 1',
    );
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator' });
    await page.goto(`${origin}/suppressed?workspace=${before.workspace_id}`);
    const row = page.getByRole('row', { name: before.address });
    await row.getByRole('button', { name: 'Allow again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow again' }).click();
    await row.waitFor({ state: 'detached' });
    const kept = await rowOf(
      'select 1 from suppression where workspace_id = $1 and address = $2',
      ...[before.workspace_id, before.address],
    );
    expect(kept).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });

  describe('what strangers wrote runs nothing', () => {
    const hostile = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
    /** Where each field is shown; how something hostile gets there. */
    const FIELDS: Readonly<Record<string, readonly [path: string, statement: string]>> = {
      'webhook_endpoint.url': ['/developers/webhooks/ENDPOINT', 'update webhook_endpoint set url = $2 where id = $1'],
      'webhook_endpoint.description': [
        '/developers/webhooks/ENDPOINT',
        'update webhook_endpoint set description = $2 where id = $1',
      ],
      'webhook_endpoint.actor': [
        '/developers/webhooks/ENDPOINT',
        'update webhook_endpoint set actor = $2 where id = $1',
      ],
      'webhook_attempt.answer': [
        '/developers/webhooks/ENDPOINT',
        'update webhook_attempt set answer = $2 where endpoint_id = $1',
      ],
      'webhook_attempt.error': [
        '/developers/webhooks/ENDPOINT',
        'update webhook_attempt set error = $2, http_status = null where endpoint_id = $1',
      ],
      'event.object_id': [
        '/developers/events',
        'update event set object_id = $2 where id in (select event_id from webhook_attempt where endpoint_id = $1)',
      ],
      'event.code': [
        '/developers/events',
        'update event set code = $2 where id in (select event_id from webhook_attempt where endpoint_id = $1)',
      ],
      'event.actor': [
        '/developers/events',
        'update event set actor = $2 where id in (select event_id from webhook_attempt where endpoint_id = $1)',
      ],
      'email_template.name': ['/messaging/templates/TEMPLATE', 'update email_template set name = $2 where $1 <> id'],
      'email_template.description': [
        '/messaging/templates/TEMPLATE',
        'update email_template set description = $2 where $1 <> id',
      ],
      'email_template.subject_template': [
        '/messaging',
        'update email_template set subject_template = $2 where $1 <> id',
      ],
      'campaign.name': ['/messaging', 'update campaign set name = $2 where $1 <> id'],
      'suppression.address': [
        '/suppressed?workspace=WORKSPACE',
        'update suppression set address = $2 where $1 <> address and (workspace_id, address) in (select workspace_id, min(address) from suppression group by 1)',
      ],
      'collected_payment.memo': ['/payments/PAYMENT', 'update collected_payment set memo = $2 where $1 <> id'],
      'collected_payment.external_reference': [
        '/payments/PAYMENT',
        'update collected_payment set external_reference = $2 where $1 <> id and id = (select max(id) from collected_payment)',
      ],
    };
    let page: Page;
    let complaints: readonly string[];
    let ids: Readonly<Record<string, string>>;
    let leave: () => Promise<void>;
    /** The product itself may not write over events and attempts. */
    let owner: pg.Client;

    beforeAll(async () => {
      owner = new pg.Client({ connectionString: demo.house.databaseUrl });
      await owner.connect();
      // Its pictures lie elsewhere: the browser would say that it does not fetch them.
      await owner.query("update email_template set html_template = '<p>Hello</p>'");
      const { endpointId } = await toldEndpoint(demo.house.resources.pool, organizationId);
      const found = await rowOf(
        `select (select max(id) from email_template) as template, (select max(id) from collected_payment) as payment,
                (select max(workspace_id) from suppression) as workspace`,
      );
      ids = { ENDPOINT: endpointId, TEMPLATE: found.template, PAYMENT: found.payment, WORKSPACE: found.workspace };
      ({ page, complaints, close: leave } = await openDashboard(browser, origin));
    });
    afterAll(async () => {
      await leave?.();
      await owner?.end();
    });

    it.each(Object.entries(FIELDS))('%s', async (_field, [path, statement]) => {
      await owner.query(statement, [ids['ENDPOINT'], hostile]);
      await page.goto(`${origin}${path.replace(/[A-Z]{4,}/, (name) => ids[name] ?? '')}`);
      // As text, whatever the first letter has become.
      await page.getByText('src=x onerror="document.title=').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.title()).not.toBe('taken');
      expect(await page.locator('img, main script').count()).toBe(0);
      expect(complaints).toEqual([]);
    });
  });
});
