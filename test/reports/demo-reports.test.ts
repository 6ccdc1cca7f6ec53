import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { exampleQueries } from '../../gateway/explorer/explorer.js';
import { cardProcessors } from '../../runtime/assembly/card-processors.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { ChargesInFlight } from '../../subgraphs/payments/autopay/run/charges-in-flight.js';
import { REPORTS } from '../../subgraphs/reporting/reports/reports.js';
import { type Api, send } from '../support/api.js';
import { type DemoInstance, openDemoInstance, type ReportRow, readReport } from '../support/demo-instance.js';
import { graphClient } from '../support/graph.js';

describe('the demo data over REST, for organization A', () => {
  let demo: DemoInstance;
  let a: string;
  let api: Api;

  beforeAll(async () => {
    demo = await openDemoInstance();
    a = demo.demo.organizations[0]?.id ?? '';
    api = await demo.api([a]);
  }, 300_000);

  afterAll(() => demo.instance.close());

  test.each(REPORTS.map(({ code }) => code))('GET /reports/%s has rows, all of organization A', async (code) => {
    const rows = await readReport(api, code);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ organization_id }) => organization_id))).toEqual(new Set([a]));
  });

  test('the explorer’s first example has data in each of its parts', async () => {
    const [example] = exampleQueries();
    const { json } = await graphClient(demo.instance.graphqlUrl, api.token)(example?.query ?? '');
    const { items } = json.data.autopayRuns;
    expect(items).toHaveLength(3);
    for (const { account, schedule } of items) {
      expect(account.primaryBorrower.displayName).toMatch(/\w/);
      expect(account.transactions.items).not.toEqual([]);
      expect(schedule.paymentMethod.lastFour).toMatch(/^\d{4}$/);
    }
  });

  test('campaign events of every type and kind; templates that render', async () => {
    const [workspaceId = ''] = demo.demo.workspaceIds;
    const key = await createApiKey(demo.instance.resources, {
      name: 'mail',
      organizationIds: [a],
      scopes: SCOPES,
      by: systemPrincipal('test'),
    });
    if (key.outcome === 'refused') throw new Error(key.problems.join('; '));
    const authorization = `Bearer ${key.plaintext}`;
    const listed = await send(`${demo.instance.baseUrl}/campaign-events/?page_size=200`, {
      headers: { authorization, workspace_id: workspaceId },
    });
    const kinds = listed.json.items.map((event: Record<string, unknown>) =>
      [event['event_type'], event['bounce_type'], event['is_machine']].join(' '),
    );
    expect(new Set(kinds)).toEqual(
      new Set([
        'open  false',
        'open  true',
        'click  false',
        'bounce hard false',
        'bounce soft false',
        'unsubscribe  false',
      ]),
    );
    const templates = await api.get(`/email-templates?workspace_id=${workspaceId}`);
    expect(templates.json.items).toHaveLength(2);
    for (const { id } of templates.json.items) {
      const preview = await send(`${demo.instance.baseUrl}/email-templates/${id}/preview`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ sample_data: { first_name: 'Ada', amount: '$125.00', due_date: '2026-12-01' } }),
      });
      expect([preview.status, preview.json.unfilled]).toEqual([200, []]);
    }
  });

  test('delinquency has every bucket before charge-off', async () => {
    const buckets = new Set((await readReport(api, 'dr')).map(({ bucket }) => bucket));
    expect(buckets).toEqual(new Set(['1-29', '30-59', '60-89', '90-119']));
  });

  test('write-offs have recoveries, cash adjustments and waivers have amounts, receipts include autopay charges', async () => {
    const some = async (code: string, has: (row: ReportRow) => boolean) =>
      expect((await readReport(api, code)).filter(has).length, code).toBeGreaterThan(0);
    await some('wor', ({ recovered_cents }) => Number(recovered_cents) > 0);
    await some('car', ({ amount_cents }) => Number(amount_cents) < 0);
    await some('ncar', ({ component }) => component === 'interest' || component === 'fee');
    await some('mpr', ({ payment_method }) => payment_method === 'bank_account');
    await some('crr', ({ amount_cents }) => amount_cents === null);
  });

  test('a first start finds no due charges', async () => {
    const { resources } = demo.instance;
    const runner = new AutopayRunner({
      ...{ db: resources.db, clock: resources.clock, logger: resources.logger },
      ...{ systems: loanSystems(resources), processors: cardProcessors(resources) },
      timing: { callTimeoutMs: 1_000, firstLookMs: 50, chargeTimeoutMs: 1_000 },
      charges: new ChargesInFlight({ inFlight: 32, perSecond: undefined }),
    });
    const standing = async () =>
      (
        await resources.pool.query(
          'select s.status, r.* from autopay_schedule s join autopay_run r on r.schedule_id = s.id order by r.id',
        )
      ).rows;
    const before = await standing();
    const { rows: lenders } = await resources.pool.query('select id from organization');
    const due = await Promise.all(lenders.map(({ id }) => runner.createDueRuns(id)));
    expect([due.flat(), await runner.watchOverdue()]).toEqual([[], []]);
    expect(await standing()).toEqual(before);
  });

  test('GET /payment-methods and /autopay show every kind and every status', async () => {
    const methods = (await api.get('/payment-methods?limit=1000')).json.items;
    expect(new Set(methods.map((method: ReportRow) => method.instrument_type))).toEqual(
      new Set(['card', 'bank_account', 'wallet']),
    );
    const schedules = (await api.get('/autopay?limit=1000')).json.items;
    expect(new Set(schedules.map((schedule: ReportRow) => schedule.status))).toEqual(
      new Set(['active', 'paused', 'cancelled', 'expired']),
    );
  });
});
