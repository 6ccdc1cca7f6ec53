import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { graphClient, RECORD } from '../support/graph.js';
import { boardingOf } from '../support/populated-ledger.js';
import { open, waitUntilAbsent } from '../support/settled-page.js';

/* The requests that the dashboard's pages send, and when they refresh. */

/** The refresh interval of the visible page: `dashboard/src/graph/refresh-interval.ts`. */
const REFRESH_MS = 10_000;

describe.skipIf(BROWSER === undefined)(`requests of a page${NO_BROWSER}`, { timeout: 300_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let accountId: string;
  let borrowerId: string;
  let boardingId: string;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true, areDaysClosed: true });
    origin = new URL(demo.instance.graphqlUrl).origin;
    const { rows } = await demo.instance.resources.pool.query<{ id: string; borrower: string }>(
      "select id, primary_borrower_party_id as borrower from account where external_contract_number = 'ALD-2026-0003'",
    );
    accountId = rows[0]?.id ?? '';
    borrowerId = rows[0]?.borrower ?? '';
    boardingId = await boardingOf(demo.instance.resources.pool, { organizationId: demo.organizationIds[0] ?? '' });
  }, 300_000);
  afterAll(() => demo?.instance.close());

  it('a page sends at most three queries besides the one for the lenders, and its files have at most 300 KB', async () => {
    const { page, close } = await openDashboard(await workerBrowser(), origin);
    const files = new Map<string, number>();
    let loaded: Response[] = [];
    let questions: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) questions.push(request.postDataJSON().operationName);
    });
    page.on('response', (response) => response.url().includes('/assets/') && loaded.push(response));
    for (const path of [
      '/',
      '/accounts',
      `/accounts/${accountId}`,
      `/borrowers/${borrowerId}`,
      '/payments',
      '/payment-batches',
      '/receipts',
      '/autopay',
      '/collections',
      '/products',
      '/boardings',
      `/boardings/${boardingId}`,
      '/exceptions',
      '/disputes',
      '/tie-out',
      '/tie-out/differences',
      '/tie-out/2026-11-17',
      '/portfolio',
      '/portfolio/rolls?month=2026-10-31&from=current&to=1-29',
      '/reports/crr',
      '/reports/abr',
      '/general-ledger',
      '/journal',
      '/messaging',
      '/suppressed',
      '/loan-systems',
      '/developers/keys',
      '/developers/webhooks',
      '/developers/events',
      '/developers/test-clock',
      '/admin/operators',
      '/admin/organizations',
      '/admin/account-flags',
      '/admin/sessions',
      '/admin/audit',
      '/admin/jobs',
      '/admin/operations',
    ]) {
      // The previous page's requests have ended and are not counted.
      await page.goto('about:blank');
      questions = [];
      loaded = [];
      await open(page, `${origin}${path}`);
      await page.locator('h1').waitFor();
      let bytes = 0;
      for (const response of loaded) {
        const size = files.get(response.url()) ?? gzipSync(await response.body()).length;
        files.set(response.url(), size);
        bytes += size;
      }
      expect(bytes).toBeGreaterThan(100_000);
      // Not every page has a question of its own.
      expect([path, questions.filter((name) => name === 'Lenders')]).toEqual([path, ['Lenders']]);
      expect([path, questions]).toEqual([path, expect.toSatisfy(({ length }) => length <= 4)]);
      expect([path, bytes]).toEqual([path, expect.toSatisfy((size: number) => size < 300_000)]);
    }
    await close();
  });

  it('a document is sent by its hash, and as text to a server that does not know the hash', async () => {
    const { page, close } = await openDashboard(await workerBrowser(), origin);
    const sent: string[][] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) sent.push(Object.keys(request.postDataJSON()));
    });
    await open(page, `${origin}/payments`);
    await page.getByRole('table', { name: 'Payments' }).waitFor();
    expect(sent).not.toHaveLength(0);
    expect(sent).toEqual(sent.map(() => ['operationName', 'variables', 'extensions']));
    const json = { errors: [{ message: 'no', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] };
    await page.route('**/graphql', (route) =>
      'extensions' in route.request().postDataJSON() ? route.fulfill({ json }) : route.continue(),
    );
    sent.length = 0;
    await open(page, `${origin}/payments`);
    await page.getByRole('table', { name: 'Payments' }).waitFor();
    expect(sent).toContainEqual(['query', 'variables']);
    await close();
  });

  it('a payment recorded elsewhere appears by itself at the next refresh', async () => {
    const { page, close } = await openDashboard(await workerBrowser(), origin);
    await page.clock.install();
    await open(page, `${origin}/payments`);
    await page.getByRole('table', { name: 'Payments' }).waitFor();
    await waitUntilAbsent(page.getByText('$43.21'));
    const ask = graphClient(demo.instance.graphqlUrl, (await demo.api(demo.organizationIds)).token);
    const input = { amountCents: 4_321, paymentMethod: 'cash' };
    const paid = await ask(RECORD, { accountId, key: 'from elsewhere', input });
    expect(paid.json.errors).toBeUndefined();
    await page.clock.fastForward(REFRESH_MS);
    await page.getByText('$43.21').first().waitFor();
    await close();
  });
});
