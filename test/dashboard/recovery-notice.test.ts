import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import type { Lender } from '../support/lender.js';
import { countOf, textOf, waitUntilAbsent } from '../support/settled-page.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, isDemo: true });
  lender = await instance.lender();
  const { pool } = instance.resources;
  await pool.query(`update organization set recovering_since = now() - interval '2 hours' where id = $1`, [
    lender.organizationId,
  ]);
  await pool.query(
    `insert into loan_system (code, kind, base_url, organization_id, settings)
     values ('unread', 'mambu', 'https://unread.test/api', $1, '{"adjustment-notes": "dropped"}')`,
    [lender.organizationId],
  );
}, 120_000);
afterAll(() => instance.close());

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 120_000 }, () => {
  const opened = async (role: 'admin' | 'operator') => {
    const { origin } = new URL(instance.graphqlUrl);
    const dashboard = await openDashboard(await workerBrowser(), origin, { role, path: '/loan-systems' });
    await dashboard.page.locator('h1').waitFor();
    return dashboard;
  };

  it('the page of loan systems shows an admin what remains after a restore; the buttons confirm and end it', async () => {
    const { page, complaints, close } = await opened('admin');
    const notice = page.locator('.notice', { hasText: 'Recovering since' });
    expect(await textOf(notice)).toMatch(/^Alder Lending: Recovering since 2 hours ago · .+ takes no postings/);
    const confirm = async (name: RegExp) => {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
    };
    await confirm(/was read$/);
    await waitUntilAbsent(page.getByRole('button', { name: /was read$/ }));
    expect(await textOf(notice)).toMatch(/ · clients send their requests again$/);
    await confirm(/^End the recovery/);
    await waitUntilAbsent(notice);
    const { rows } = await instance.resources.pool.query(
      `select action from audit_log where action like 'recovery.%' order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['recovery.confirm_read', 'recovery.end']);

    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Start a recovery' }).click();
    const restoredTo = dialog.getByLabel('Restored to (UTC)');
    for (const [typed, problem] of [
      ['yesterday', 'date and time in UTC'],
      ['2026-02-30 10:00', 'date and time in UTC'],
      ['2001-01-01 10:00', '30 days ago'],
    ] as const) {
      await restoredTo.fill(typed);
      await page.keyboard.press('Enter');
      await dialog.getByRole('alert').filter({ hasText: problem }).waitFor();
    }
    const since = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
    await restoredTo.fill(since.replace('T', ' '));
    await dialog.getByRole('button', { name: /^Lender/ }).click();
    await page.getByRole('option', { name: 'Alder Lending' }).click();
    await dialog.getByRole('button', { name: 'Start the recovery' }).click();
    await waitUntilAbsent(dialog);
    expect(await textOf(notice)).toMatch(/^Alder Lending: Recovering since/);
    const started = await instance.resources.pool.query(
      "select subject, after from audit_log where action = 'recovery.start'",
    );
    expect(started.rows).toEqual([{ subject: lender.organizationId, after: { recovering_since: `${since}:00.000Z` } }]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('an operator who is no admin sees no notice', async () => {
    await instance.resources.pool.query('update organization set recovering_since = now() where id = $1', [
      lender.organizationId,
    ]);
    const { page, complaints, close } = await opened('operator');
    await page.locator('.columns').waitFor();
    const start = page.getByRole('button', { name: 'Start a recovery' });
    expect([await countOf(page.locator('.notice')), await countOf(start), complaints]).toEqual([0, 0, []]);
    await close();
  });
});
