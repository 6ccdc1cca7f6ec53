import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { countOf, fieldValueOf, textOf, waitUntilAbsent } from '../support/settled-page.js';

/* Operators as people, API keys, and the sessions of operators, in a real browser. */

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;

  beforeAll(async () => {
    ({ demo, origin, browser } = await openDemoDashboard());
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const sql = async (text: string, ...values: readonly unknown[]) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;

  /** The session in the page's browser, as its server reports it. */
  const sessionOf = async (page: Page) => (await page.request.get(`${origin}/session`)).json();
  const idOf = async (page: Page) =>
    ((await page.context().cookies(origin)).find(({ name }) => name === 'tributary-session')?.value ?? '').split(
      '.',
    )[0];

  /** Makes the sign-in eleven minutes old, and waits until the server has noticed. */
  async function ageSignIn(page: Page) {
    const before = (await sessionOf(page)).authenticated_at;
    await sql(
      "update operator_token set authenticated_at = created_at - interval '11 minutes' where id = $1",
      await idOf(page),
    );
    await vi.waitFor(async () => expect((await sessionOf(page)).authenticated_at).not.toBe(before), 10_000);
  }

  async function choose(page: Page, button: string | RegExp, option: string) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  it('an admin adds a person with a role at one lender, changes, disables and enables the person', async () => {
    const { page, complaints, close } = await openDashboard(browser, origin, { path: '/admin/operators' });
    await page.getByText('No operator yet').waitFor();
    await page.getByRole('button', { name: 'Add an operator' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Please enter the name.').waitFor();
    await page.getByText('Please enter an email address.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Pat Porter');
    await page.getByRole('textbox', { name: 'Email address' }).fill('Pat@Example.com');
    await choose(page, /^Access to/, 'Some lenders');
    await page.getByText('Please choose a role at one lender at least.').waitFor();
    const [{ display_name: lender } = { display_name: '' }] = await sql(
      'select display_name from organization where id = $1',
      demo.organizationIds[0],
    );
    await choose(page, `${lender} No access`, 'Agent');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const row = page.getByRole('row', { name: /Pat Porter/ });
    await row.getByText('Not signed in yet').waitFor();
    await row.getByText('pat@example.com').waitFor();
    expect(await sql('select role, organization_ids, created_by from operator')).toEqual([
      { role: 'agent', organization_ids: [demo.organizationIds[0]], created_by: 'demo-admin' },
    ]);

    await row.getByRole('button', { name: 'Change' }).click();
    await choose(page, /^Access to/, 'All lenders');
    await choose(page, /^Role/, 'Supervisor');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Supervisor').waitFor();

    await row.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await row.getByText('Disabled').waitFor();
    await row.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
    await row.getByText('Not signed in yet').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('the sessions of a person are listed, and ended one by one', async () => {
    const hash = Buffer.alloc(32, 7);
    await sql(
      `insert into operator (id, name, issuer, subject, identity_hash, role, organization_ids, created_at, created_by)
       values ('01J00000000000000000000001', 'Sam Sandoval', 'https://id.example', 'sam', $1, 'viewer', '{}', now(), 'test')`,
      hash,
    );
    for (const id of ['01J00000000000000000000002', '01J00000000000000000000003'])
      await sql(
        `insert into operator_token (id, name, role, organization_ids, session_hash, identity_hash, created_at, expires_at, created_by)
         values ($1, 'sam', 'viewer', '{}', $2, $2, now(), now() + interval '1 hour', 'sam')`,
        ...[id, hash],
      );
    const { page, close } = await openDashboard(browser, origin, { path: '/admin/operators' });
    await page.getByRole('button', { name: 'Sessions of Sam Sandoval' }).click();
    const dialog = page.getByRole('dialog');
    expect(await countOf(dialog.getByRole('listitem'))).toBe(2);
    await dialog.getByRole('button', { name: 'End', exact: true }).first().click();
    await waitUntilAbsent(dialog.getByRole('button', { name: 'End all' }));
    await dialog.getByRole('button', { name: 'End', exact: true }).click();
    await dialog.getByText('No open session.').waitFor();
    expect(await sql("select 1 from operator_token where name = 'sam' and revoked_at is null")).toEqual([]);
    await close();
  });

  it('a key is created and rotated, each shown once; an old sign-in is renewed on the way, and what was typed stays', async () => {
    const path = `/developers/keys?lender=${demo.organizationIds[0]}`;
    const { page, close } = await openDashboard(browser, origin, { path });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Create an API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Till');
    await dialog.getByText('accounts:read', { exact: true }).click();
    await ageSignIn(page);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText('your sign-in must be at most 10 minutes old').waitFor();
    expect(await fieldValueOf(dialog.getByLabel('Name'))).toBe('Till');
    expect(await sql("select 1 from api_key where name = 'Till'")).toEqual([]);
    const before = await idOf(page);
    await dialog.getByRole('button', { name: 'Sign in again' }).click();
    const secret = await textOf(page.locator('.secret'));
    expect(await idOf(page)).not.toBe(before);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await vi.waitFor(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret));
    await dialog.getByRole('button', { name: 'Done' }).click();
    const rows = page.getByRole('row', { name: /Till/ });
    await rows.first().waitFor();
    expect(await sql("select scopes, organization_ids from api_key where name = 'Till'")).toEqual([
      { scopes: ['accounts:read'], organization_ids: [demo.organizationIds[0]] },
    ]);

    await rows.first().getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByRole('button', { name: 'Create the new key' }).click();
    expect(await textOf(page.locator('.secret'))).not.toBe(secret);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await rows.nth(1).waitFor();
    expect(await countOf(rows)).toBe(2);
    await close();
  });

  it('an act of the person is noted, what the page reads by itself is not, and a session without acts ends on the screen', async () => {
    const { page, close } = await openDashboard(browser, origin, { path: '/' });
    const id = await idOf(page);
    const lastActive = async () =>
      (await sql('select last_active_at from operator_token where id = $1', id))[0]?.last_active_at;
    await page.waitForResponse((response) => response.url().endsWith('/session'));
    await page.waitForResponse((response) => response.url().endsWith('/session'));
    expect(await lastActive()).toBeNull();
    await page.getByRole('heading', { level: 1 }).click();
    await vi.waitFor(async () => expect(await lastActive()).not.toBeNull(), 10_000);
    await sql("update operator_token set last_active_at = created_at - interval '31 minutes' where id = $1", id);
    await page.getByRole('button', { name: 'Open the demo' }).waitFor({ timeout: 30_000 });
    await close();
  });
});
