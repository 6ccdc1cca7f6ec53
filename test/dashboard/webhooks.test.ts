import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { failedEndpoint } from '../support/failed-endpoint.js';
import { canBePressed, countOf, open, textOf, waitUntilAbsent } from '../support/settled-page.js';

/* Webhook endpoints in a browser: which events they get, what was sent to them, and sending it again. */

describe.skipIf(BROWSER === undefined)(`webhooks in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let organizationId: string;

  beforeAll(async () => {
    ({ demo, origin, browser } = await openDemoDashboard());
    [organizationId = ''] = demo.organizationIds;
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const rowOf = async (statement: string, ...values: readonly unknown[]) =>
    (await demo.instance.resources.pool.query(statement, [...values])).rows[0];
  const check = async (page: Page) => {
    expect(await accessibility(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
  };

  it('events are chosen from a list, by kind of object or one by one, and changed later', async () => {
    const path = `/developers/webhooks?lender=${organizationId}`;
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'operator', path });
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const dialog = page.getByRole('dialog');
    const press = (name: string | RegExp) => dialog.locator('label').filter({ hasText: name }).click();
    await dialog.getByLabel('Address', { exact: true }).fill('https://receiver.invalid/chosen');
    await press('Payment: all');
    await press('Autopay run: all');
    expect(await canBePressed(dialog.getByRole('button', { name: 'Add', exact: true }))).toBe(false);
    await dialog.getByLabel('Search events').fill('dispute lost');
    await dialog.getByRole('status').filter({ hasText: '1 event type' }).waitFor();
    // Enter in a search must not add the endpoint, which could be added.
    await press('dispute.lost');
    expect(await canBePressed(dialog.getByRole('button', { name: 'Add', exact: true }))).toBe(true);
    await dialog.getByLabel('Search events').press('Enter');
    await dialog.getByRole('status').filter({ hasText: '1 event type' }).waitFor();
    expect(
      await rowOf("select id from webhook_endpoint where url = 'https://receiver.invalid/chosen'"),
    ).toBeUndefined();
    await press('dispute.lost');
    await press('dispute.lost');
    await dialog.getByLabel('Search events').fill('nothing like it');
    await dialog.getByText('No events match').waitFor();
    await dialog.getByLabel('Search events').fill('');
    await press('Account: all');
    await check(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'https://receiver.invalid/chosen' }).click();
    await page.getByText('Dispute: Lost, Account: all').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const types = async () => (await rowOf('select types from webhook_endpoint where id = $1', id)).types;
    expect(await types()).toEqual(['dispute.lost', 'account.*']);

    await page.getByRole('button', { name: 'Edit' }).click();
    await press('Dispute: all');
    await dialog.getByRole('checkbox', { name: /^Won/, disabled: true }).waitFor({ state: 'attached' });
    await press('Account: all');
    await press('account.flag_set');
    await dialog.getByLabel('Description').fill('For the collectors.');
    // Another operator has changed the address since the form opened: it is not changed back.
    await demo.instance.resources.pool.query('update webhook_endpoint set url = $2 where id = $1', [
      id,
      'https://receiver.invalid/moved',
    ]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitUntilAbsent(dialog);
    await page.getByText('Dispute: all, Account: Flag set').waitFor();
    expect(await types()).toEqual(['dispute.*', 'account.flag_set']);
    const audited = await rowOf(
      "select after from audit_log where action = 'webhook_endpoint.update' and subject = $1",
      id,
    );
    expect(audited.after).toMatchObject({ types: ['dispute.*', 'account.flag_set'] });
    const edited = await rowOf('select url, description from webhook_endpoint where id = $1', id);
    expect(edited).toEqual({ url: 'https://receiver.invalid/moved', description: 'For the collectors.' });
    await page.getByRole('button', { name: 'Edit' }).click();
    await press('All events, also types that are added later');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitUntilAbsent(dialog);
    expect(await types()).toEqual(['*']);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a delivery shows the payload as it is sent, its status and its attempts', async () => {
    const { endpointId, eventId } = await failedEndpoint(demo.instance.resources.pool, organizationId);
    const path = `/developers/webhooks/${endpointId}`;
    const { page, complaints, close } = await openDashboard(browser, origin, { role: 'viewer', path });
    await page.getByRole('row').filter({ hasText: 'Failed · 500' }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Payment: Posted to its loan' }).waitFor();
    const shown = JSON.parse(await textOf(page.locator('.payload')));
    expect(shown).toMatchObject({ id: eventId, type: 'payment.posted', organization_id: organizationId });
    expect(Object.keys(shown)).toHaveLength(13);
    await page.getByRole('row').filter({ hasText: 'Failed · 500' }).waitFor();
    await waitUntilAbsent(page.getByRole('button', { name: 'Send again' }));
    await check(page);
    await open(page, `${origin}${path}?status=delivered`);
    await page.getByText('No deliveries have this status').waitFor();
    await open(page, `${origin}${path}?status=failed`);
    expect(await countOf(page.getByRole('row').filter({ hasText: 'Failed · 500' }))).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('events of some days are replayed after a count and a confirmation; the request is audited', async () => {
    const { pool } = demo.instance.resources;
    const { endpointId, eventId } = await failedEndpoint(pool, organizationId);
    await pool.query("update webhook_endpoint set created_at = now() - interval '1 minute' where id = $1", [
      endpointId,
    ]);
    const { page, complaints, close } = await openDashboard(browser, origin, {
      role: 'operator',
      path: `/developers/webhooks/${endpointId}`,
    });
    const days = await rowOf(
      "select (now() - interval '2 days')::date::text as from, (now() + interval '1 day')::date::text as to",
    );
    await page.getByRole('button', { name: 'Replay events' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('From').fill(days.from);
    await dialog.getByLabel('To').fill(days.to);
    const replay = dialog.getByRole('button', { name: /^Replay \d+ events?$/ });
    const promised = Number(/\d+/.exec(await textOf(replay))?.[0]);
    expect(promised).toBeGreaterThan(0);
    await check(page);
    const waiting = `select count(*)::int as n from webhook_delivery where endpoint_id = $1 and status = 'pending'`;
    expect((await rowOf(waiting, endpointId)).n).toBe(0);
    // While the request runs, the dialog stays, and its days with it.
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('undeliveredOnly')) await held;
      await route.continue();
    });
    await replay.dblclick();
    await dialog.getByLabel('From').and(page.locator(':disabled')).waitFor();
    await page.keyboard.press('Escape');
    answer();
    await page.unrouteAll({ behavior: 'wait' });
    await dialog.getByText(`${promised} ${promised === 1 ? 'event' : 'events'} queued, the oldest first.`).waitFor();
    expect((await rowOf(waiting, endpointId)).n).toBe(promised);
    const audited = await pool.query(
      "select after from audit_log where action = 'webhook_endpoint.resend' and subject = $1",
      [endpointId],
    );
    expect(audited.rows).toEqual([{ after: expect.objectContaining({ undelivered_only: true }) }]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: 'Pending · 500' }).waitFor();
    expect(
      (await rowOf('select resent_at from webhook_delivery where event_id = $1', eventId)).resent_at,
    ).not.toBeNull();
    expect(complaints).toEqual([]);
    await close();
  });

  it('an endpoint is for the lenders that are chosen, never sandboxes with others; its deliveries name their lender', async () => {
    const { pool } = demo.instance.resources;
    const nameOf = async (id?: string) =>
      (await rowOf('select display_name from organization where id = $1', id)).display_name;
    const [first, second, sandbox] = [demo.organizationIds[0], demo.organizationIds[1], newId()];
    await pool.query(
      `insert into organization (id, display_name, legal_name, dba_name, sandbox)
       values ($1, 'Replayed sandbox', 'Replayed sandbox', 'Replayed sandbox', true)`,
      [sandbox],
    );
    const { page, complaints, close } = await openDashboard(browser, origin, {
      role: 'operator',
      path: '/developers/webhooks',
    });
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const dialog = page.getByRole('dialog');
    const choose = (name: string) => dialog.locator('label').filter({ hasText: name }).click();
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    await dialog.getByLabel('Address', { exact: true }).fill('https://receiver.invalid/of-two');
    await add.click();
    await dialog.getByText('Please choose a lender.').waitFor();
    await choose('Replayed sandbox (sandbox)');
    await choose(await nameOf(first));
    await dialog.getByText('Please choose one kind.').waitFor();
    await add.click();
    await check(page);
    expect(await rowOf("select id from webhook_endpoint where url like '%of-two'")).toBeUndefined();
    await choose('Replayed sandbox (sandbox)');
    await choose(await nameOf(second));
    await waitUntilAbsent(dialog.getByText('Please choose one kind.'));
    await add.click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const made = await rowOf("select id, organization_ids from webhook_endpoint where url like '%of-two'");
    expect(made.organization_ids.toSorted()).toEqual([first, second].toSorted());
    await failedEndpoint(pool, second ?? '', made.id);
    await open(page, `${origin}/developers/webhooks/${made.id}`);
    await page
      .getByRole('row')
      .filter({ hasText: 'Failed · 500' })
      .getByRole('cell', { name: await nameOf(second), exact: true })
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
