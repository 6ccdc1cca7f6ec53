import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { exampleQueries } from '../../gateway/explorer/explorer.js';
import { Api, send } from '../support/api.js';
import { BROWSER, NO_BROWSER, openBrowser, openContext } from '../support/browser.js';
import { graphClient } from '../support/graph.js';
import { SCHEDULE } from '../support/lender-with-rows.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let origin: string;
let token: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  origin = new URL(instance.graphqlUrl).origin;
  token = await operatorToken(instance.resources, { subject: 'ola', role: 'admin' });
  const lender = await instance.lender('Alder Lending');
  const accountId = await lender.ledgerAccount(500_000);
  const { json } = await new Api(instance.baseUrl, (await lender.key()).plaintext).post('/autopay', {
    ...SCHEDULE,
    account_id: accountId,
    payment_method_id: await lender.paymentMethod(),
  });
  await instance.resources.pool.query(
    `insert into autopay_run (id, organization_id, schedule_id, account_id, due_on, status, amount_cents)
     values ($1, $2, $3, $4, '2026-01-15', 'posted', 5000)`,
    [newId(), lender.organizationId, json.id, accountId],
  );
});
afterAll(() => instance.close());

describe('GET /explorer', () => {
  it('is the page to which a browser is redirected from the endpoint; programs are not', async () => {
    const led = await fetch(instance.graphqlUrl, { redirect: 'manual', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([led.status, led.headers.get('location')]).toEqual([302, '/explorer']);
    for (const accept of ['*/*', 'application/json', 'application/graphql-response+json']) {
      expect((await send(instance.graphqlUrl, { headers: { accept } })).status).toBe(401);
    }
  });

  it('answers the page under a policy that allows no inline code and no other origins', async () => {
    const page = await send(`${origin}/explorer`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('ratelimit-remaining')).not.toBeNull();
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(page.text).not.toMatch(/https?:\/\//);
    for (const file of ['examples.json', 'page.css', 'explorer.js', 'explorer.css']) {
      expect((await send(`${origin}/explorer/${file}`)).status, file).toBe(200);
    }
    for (const file of ['nothing.js', '..%2fhost.js', 'page.html', 'constructor']) {
      expect((await send(`${origin}/explorer/${file}`)).status, file).toBe(404);
    }
  });

  it.each([
    ['viewer', 3],
    ['operator', 3],
    ['admin', 4],
  ] as const)('a %s may run exactly the first %i examples completely', async (role, count) => {
    const ask = graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: 'ola', role }));
    const answers = await Promise.all(exampleQueries().map(({ query }) => ask(query)));
    expect(answers.map(({ json }) => json.errors === undefined)).toEqual([0, 1, 2, 3].map((at) => at < count));
  });

  it('every answer of the host has helmet’s headers', async () => {
    for (const path of ['/explorer', '/explorer/explorer.js', '/graphql', '/healthz', '/nowhere']) {
      const { headers } = await send(`${origin}${path}`);
      expect([headers.get('x-content-type-options'), headers.get('x-frame-options')], path).toEqual([
        'nosniff',
        'DENY',
      ]);
      expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, () => {
    let browser: Browser;
    let context: BrowserContext;
    beforeAll(async () => {
      browser = await openBrowser();
      context = await openContext(browser);
    });
    afterAll(() => browser?.close());

    it('runs its first example across subgraphs with a token that it keeps in this tab only', async () => {
      const page = await context.newPage();
      const asked: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).origin));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));

      await page.goto(`${origin}/explorer`);
      await page.fill('#token', token);
      await page.click('.credentials button');
      await page.waitForSelector('text=Kept until this tab closes.');
      await page.click('.graphiql-execute-button');
      const result = page.locator('.result-window');
      await result.getByText('"Alder Lending"').waitFor();
      await result.getByText('"currentBalanceCents"').first().waitFor();
      await expect.poll(() => page.locator('.graphiql-tab').count()).toBe(4);

      expect(new Set(asked.filter((each) => each !== 'null'))).toEqual(new Set([origin]));
      expect(complaints).toEqual([]);
      const stored = (storage: string) => page.evaluate<string>(`JSON.stringify(${storage})`);
      expect(await stored('sessionStorage')).toContain(token);
      expect(await stored('localStorage')).toBe('{}');
      expect(await context.cookies()).toEqual([]);

      await page.reload();
      await page.waitForSelector('text=Kept until this tab closes.');
      const other = await context.newPage();
      await other.goto(`${origin}/explorer`);
      await other.waitForSelector('text=No token');
    });
  });
});
