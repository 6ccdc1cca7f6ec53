import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '../../core/principal/principal.js';
import { cardProcessors } from '../../runtime/assembly/card-processors.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { tieOutParts } from '../../runtime/assembly/tie-out-dependencies.js';
import { ActWorker } from '../../subgraphs/payments/tie-out/act/act-worker.js';
import { Comparer } from '../../subgraphs/payments/tie-out/comparison/comparer.js';
import { createOrganization } from '../../subgraphs/servicing/platform/organization/create-organization.js';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { failedEndpoint } from '../support/failed-endpoint.js';
import { pdfPages } from '../support/pdf-text.js';
import {
  attributeOf,
  canBePressed,
  countOf,
  fieldValueOf,
  open,
  settled,
  textOf,
  waitUntilAbsent,
} from '../support/settled-page.js';

/* What operators do in the dashboard besides moving money, in a real browser. */

const ADMIN = { ...systemPrincipal('test'), kind: 'operator', role: 'admin' } as const;

let demo: DemoInstance;
let origin: string;
let organizationId: string;

beforeAll(async () => {
  demo = await openDemoInstance({}, { isDemo: true });
  origin = new URL(demo.instance.graphqlUrl).origin;
  organizationId = demo.organizationIds[0] ?? '';
}, 300_000);
afterAll(() => demo.instance.close());

async function rowOf(statement: string, ...values: readonly unknown[]) {
  const { rows } = await demo.instance.resources.pool.query(statement, [...values]);
  return rows[0];
}

/** Does the worker's job, without its pauses. */
async function workOffActs(): Promise<void> {
  const worker = new ActWorker(subgraphsSource(demo.instance.resources));
  for (;;) {
    const open = await rowOf(
      `select id, organization_id as "organizationId" from tie_out_act where status = 'pending'`,
    );
    if (open === undefined) return;
    await worker.work(open);
    await rowOf("update tie_out_act set lease_until = now() - interval '1 hour' where lease_until is not null");
  }
}

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await workerBrowser();
  });

  it('a webhook is added, tested, sent to again, disabled and enabled; each secret is shown once', async () => {
    const path = '/developers/webhooks';
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator', path });
    const secret = page.locator('.secret');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByLabel('Address', { exact: true }).fill('https://receiver.invalid/hook');
    await page.getByRole('checkbox', { name: /^All events/ }).check({ force: true });
    const { display_name: lender } = await rowOf('select display_name from organization where id = $1', organizationId);
    await page.getByRole('checkbox', { name: lender, exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const first = await textOf(secret);
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

    const { eventId } = await failedEndpoint(demo.instance.resources.pool, organizationId, id);
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Failed · 500' });
    await row.getByRole('button', { name: /^Send again/ }).click();
    const again = 'select status from webhook_delivery where endpoint_id = $1 and event_id = $2';
    await expect.poll(async () => (await rowOf(again, id, eventId))?.status).toBe('pending');

    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    const second = await textOf(secret);
    expect(second).toMatch(/^whsec_/);
    expect(second).not.toBe(first);
    expect((await endpoint()).earlier_secret).not.toBeNull();
    await page.getByRole('button', { name: 'Done' }).click();
    await waitUntilAbsent(page.getByRole('dialog'));
    expect(await page.content()).not.toContain('whsec_');
    expect(await (await page.reload())?.text()).not.toContain('whsec_');
    await page.getByRole('button', { name: 'New secret' }).waitFor();
    await settled(page);
    expect(await page.content()).not.toContain('whsec_');

    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').waitFor();
    await settled(page);
    expect((await endpoint()).status).toBe('enabled'); // The question is open and nothing has been confirmed yet.
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    expect((await endpoint()).status).toBe('disabled');
    await waitUntilAbsent(page.getByRole('button', { name: 'Send a test event' }));
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Enabled', { exact: true }).waitFor();
    expect((await endpoint()).status).toBe('enabled');
    expect(complaints).toEqual([]);
    await close();
  });

  it('a viewer sees a webhook and its responses, but no actions', async () => {
    const { endpointId } = await failedEndpoint(demo.instance.resources.pool, organizationId);
    const path = `/developers/webhooks/${endpointId}`;
    const { page, close } = await openDashboard(browser, origin, { role: 'viewer', path });
    await page.getByText('Failed · 500').waitFor();
    await waitUntilAbsent(page.getByRole('main').getByRole('button', { name: /Send|Replay|Edit|Disable|secret/ }));
    await waitUntilAbsent(page.getByText('Needs a decision'));
    await rowOf("update webhook_endpoint set url = 'https://receiver.invalid:25/' where id = $1", endpointId);
    await page.reload();
    await page.getByText('Needs a decision').waitFor();
    await page.getByText('This address would be refused today.').waitFor();
    await close();
  });

  it('a sandbox’s clock is advanced by days or to a day, shows its progress, and is stopped', async () => {
    const names = { displayName: 'Trial Lending', legalName: 'Trial Lending LLC', sandbox: true };
    const { id } = await createOrganization(demo.instance.resources, ADMIN, names);
    const path = `/developers/test-clock?lender=${id}`;
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator', path });
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Trial Lending' }) });
    await card.getByText('Nov 18, 2026').waitFor();
    const days = card.getByLabel('Days', { exact: true });
    const advance = card.getByRole('button', { name: 'Advance', exact: true });
    await days.fill('800');
    await card.getByText('1 to 731 days, forward only.').waitFor();
    expect(await canBePressed(advance)).toBe(false);
    await card.getByLabel('Until').fill('2026-11-28');
    expect(await fieldValueOf(days)).toBe('10');
    expect(await canBePressed(advance)).toBe(true);
    // A double press is one advance.
    await advance.evaluate((button: { click(): void }) => {
      button.click();
      button.click();
    });
    await card.getByText('0 of 10 days').waitFor();
    expect(await attributeOf(card.getByRole('progressbar'), 'max')).toBe('10');
    const begun = await rowOf("select count(*)::int as acts from audit_log where action = 'test_clock.advance'");
    expect(begun.acts).toBe(1);
    await rowOf('update test_clock set offset_days = 4 where organization_id = $1', id);
    await card.getByText('4 of 10 days').waitFor();
    await card.getByRole('button', { name: 'Stop' }).click();
    await card.getByText('Stopped early, on request.').waitFor();
    await card.getByText('Nov 22, 2026', { exact: true }).waitFor();
    expect((await rowOf('select is_advancing from test_clock where organization_id = $1', id)).is_advancing).toBe(
      false,
    );
    expect(complaints).toEqual([]);
    await close();

    const viewer = await openDashboard(browser, origin, { role: 'viewer', path });
    await viewer.page.getByText('Nov 22, 2026', { exact: true }).waitFor();
    await waitUntilAbsent(viewer.page.getByRole('main').getByRole('button'));
    await viewer.page.goto(`${origin}/developers/test-clock?lender=${organizationId}`);
    await viewer.page.getByText('This lender is not a sandbox').waitFor();
    await viewer.close();
  });

  it('a tie-out day opens its differences; one is deferred, one is accepted, and both count as handled', async () => {
    const { resources } = demo.instance;
    const outside = { systems: loanSystems(resources), processors: cardProcessors(resources) };
    await new Comparer(tieOutParts({ ...resources, ...outside }, resources.config)).runAll();
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator', path: '/tie-out' });
    await page.getByRole('link', { name: '1 difference' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Differences' }).waitFor();
    expect(await countOf(page.locator('.exception-list li'))).toBe(1);
    await open(page, `${origin}/tie-out/differences`);
    const card = (name: string) => page.locator('.exception-list li').filter({ hasText: name });
    const dialog = page.getByRole('dialog');
    const [waited, accepted] = ['Charged at the processor only', 'Failed in Tributary, posted in the loan system'];
    await card(waited).getByRole('button', { name: 'Wait' }).click();
    await dialog.getByLabel('Reason for waiting').fill('The processor looks for it.');
    await dialog.getByRole('button', { name: 'Wait' }).dblclick();
    await waitUntilAbsent(dialog);
    await waitUntilAbsent(card(waited));
    await card(accepted).getByRole('button', { name: 'Reverse' }).click();
    await dialog.getByText('The posting of $312.40 in Sandbox is reversed, once.').waitFor();
    await dialog.getByLabel('Reason').fill('The check came back.');
    await dialog.getByRole('button', { name: 'Reverse' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    await card(accepted).getByText('Reversal of $312.40 is pending: Sandbox has not confirmed it yet.').waitFor();
    await workOffActs();
    await page.reload();
    await card(accepted).getByText('Reversal of $312.40 is done.').waitFor();
    await waitUntilAbsent(card(accepted).getByRole('button', { name: 'Reverse' }));
    expect((await rowOf('select count(*)::int as acts from tie_out_act')).acts).toBe(1);
    await card(accepted).getByRole('button', { name: 'Accept' }).click();
    await dialog.getByLabel('What was done').fill('Recorded by hand.');
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('No difference needs a decision').waitFor();
    const acts =
      "select array_agg(action order by action) as acts from audit_log where action like 'operator_exception.%'";
    expect((await rowOf(acts)).acts).toEqual(['operator_exception.postpone', 'operator_exception.resolve']);
    await page.goto(`${origin}/exceptions?show=waiting`);
    await card(waited).getByText('The processor looks for it.').waitFor();
    await page.goto(`${origin}/tie-out`);
    await page.getByText('Differences handled').first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('filters are saved under a name, opened after a reload, and deleted', async () => {
    const path = '/payments?status=failed';
    const { page, complaints, close } = await openDashboard(browser, origin, { path });
    const views = page.getByRole('button', { name: /^Saved views/ });
    const search = () => new URL(page.url()).search;
    await views.click();
    await page.getByRole('menuitem', { name: 'Save these filters …' }).click();
    await page.getByLabel('Name', { exact: true }).fill('To look at');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Saved views: To look at' }).waitFor();
    await page.goto(`${origin}/payments`);
    await views.click();
    await page.getByRole('menuitem', { name: 'To look at' }).click();
    await expect.poll(search).toBe('?status=failed');
    // Another page does not show them.
    await page.goto(`${origin}/autopay`);
    await views.click();
    await page.getByRole('menuitem', { name: 'Save these filters …' }).waitFor();
    await waitUntilAbsent(page.getByRole('menuitem', { name: 'To look at' }));
    await page.goto(`${origin}${path}`);
    await views.click();
    await page.getByRole('menuitem', { name: 'Delete “To look at”' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Saved views: Views' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('the payoff letter is downloaded from the loan’s page, for the day shown', async () => {
    const { id } = await rowOf("select id from account where external_contract_number = 'ALD-2026-0017'");
    const path = `/accounts/${id}`;
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'agent', path });
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

  it('an address is removed from the suppression list', async () => {
    const before = await rowOf(
      'select workspace_id, address from suppression order by created_at desc, address desc limit 1',
    );
    const path = `/suppressed?workspace=${before.workspace_id}`;
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator', path });
    const row = page.getByRole('row', { name: before.address });
    await row.getByRole('button', { name: 'Allow again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow again' }).click();
    await waitUntilAbsent(row);
    const kept = await rowOf(
      'select 1 from suppression where workspace_id = $1 and address = $2',
      ...[before.workspace_id, before.address],
    );
    expect(kept).toBeUndefined();
    expect(complaints).toEqual([]);
    await close();
  });
});
