import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXCEPTION_KINDS } from '../../core/contract/exception-kinds.js';
import { newId } from '../../core/ids/ids.js';
import { enqueue } from '../../core/jobs/job-types-and-enqueue.js';
import { raiseException } from '../../subgraphs/payments/exceptions/raise-and-close-exceptions.js';
import { Api, send } from '../support/api.js';
import { freePort } from '../support/free-ports.js';
import { Product } from '../support/process.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

const folder = fileURLToPath(new URL('../../docs/monitoring/', import.meta.url));
const PROMTOOL = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find((path) => existsSync(path));
const NO_PROMTOOL =
  PROMTOOL === undefined ? ' (DID NOT RUN: promtool, of the package prometheus, is not installed)' : '';

describe.skipIf(PROMTOOL === undefined)(`alerts, as Prometheus reads them${NO_PROMTOOL}`, () => {
  it.each([
    ['check', 'alerts.rules.yml'],
    ['test', 'alerts.test.yml'],
  ])(
    'promtool %s rules %s',
    async (command, file) => {
      const { stdout } = await promisify(execFile)(PROMTOOL ?? '', [command, 'rules', file], { cwd: folder });
      expect(stdout).toContain('SUCCESS');
    },
    120_000,
  );
});

const dashboardFile = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })) }),
  ),
});

/** The label that Prometheus itself adds to every series. */
const OF_PROMETHEUS = ['instance'];

describe('the metrics of a running product', () => {
  let instance: TestInstance;
  let product: Product;
  /** Name of each series → the labels that it was seen with. */
  const exposed = new Map<string, Set<string>>();
  let text: string;

  /**
   * At least one of everything that is counted: the product runs on the database of a test instance, as an operator
   * would run it.
   */
  beforeAll(async () => {
    instance = await openTestInstance({ worker: false });
    const lender = await instance.lender();
    const port = await freePort();
    // A compared side with its differences.
    await instance.resources.pool.query(
      `insert into tie_out_look (id, organization_id, subject, business_day, first_day, settled_since, step, began_at)
       values ($1, $2, 'ledger', '2026-01-05', '2026-01-03', 'infinity', 'done', now())`,
      [newId(), lender.organizationId],
    );
    await instance.resources.pool.query(
      `insert into operator_exception (id, organization_id, kind, subject_id, detail)
       values ($1, $2, 'tie_out_amount_differs', $1, '{}')`,
      [newId(), lender.organizationId],
    );
    product = new Product({
      command: ['start', '--json'],
      environment: {
        NODE_ENV: 'test',
        LOG_LEVEL: 'fatal',
        DATABASE_URL: instance.databaseUrl,
        TRIBUTARY_DATA_DIR: instance.resources.config.dataDir,
        PUBLIC_URL: instance.resources.issuer,
        PORT: '0',
        GRAPHQL_PORT: '0',
        SECURE_PORT: '0',
        METRICS_PORT: String(port),
        STRIPE_SECRET_KEY: 'sk_test_of_a_processor_that_is_not_called',
      },
    });
    const { base_url } = JSON.parse(await product.startAndReadLine());
    const api = new Api(base_url, (await lender.api()).token);
    const { json } = await api.record(await lender.ledgerAccount());
    await api.reverse(json.payment_id);
    await api.record(await lender.sandboxAccount('SBX-UNCONFIRMED-LOST'));
    const { plaintext } = await lender.key();
    await send(`${base_url}/campaign-events/webhook/generic`, {
      method: 'POST',
      headers: { authorization: `Bearer ${plaintext}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ event_type: 'open', recipient: 'ada@example.com' }]),
    });
    const { db, pool } = instance.resources;
    await raiseException(db, { id: json.payment_id, organizationId: lender.organizationId }, 'posted_after_failed', {});
    await pool.query(
      "insert into loan_system (code, kind, base_url, organization_id) values ('measured', 'mambu', 'http://core.test', $1)",
      [lender.organizationId],
    );
    const read = async () => (await send(`http://127.0.0.1:${port}/metrics`)).text;
    // Runs a crontab job without the wait for its minute. Metrics from the database are read every few seconds.
    await enqueue(db, 'autopay_due', {}, { delayMs: 0, key: 'autopay_due' });
    const isAllThere = (told: string) =>
      /open\{kind="posted_after_failed"\} 1/.test(told) && told.includes('tributary_job_duration_seconds_bucket');
    text = await until(
      async () => {
        const exposedNow = await read();
        return isAllThere(exposedNow) && exposedNow;
      },
      'every metric is exposed',
      90_000,
    );
    for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      const seen = exposed.get(name) ?? new Set();
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) seen.add(label);
      exposed.set(name, seen);
    }
  }, 180_000);
  afterAll(async () => {
    await product.kill('SIGTERM');
    await instance.close();
  });

  it.each([
    ['payments', 'tributary_payments_total{system="ledger",status="posted"} 1'],
    ['payments with unknown outcome', 'tributary_payments_total{system="sandbox",status="pending_confirmation"} 1'],
    ['reversals', 'tributary_reversals_total{system="ledger",status="posted"} 1'],
    ['autopay runs', 'tributary_autopay_runs_total{outcome="posted"} 0'],
    ['webhook calls', 'tributary_webhook_calls_total{provider="generic",outcome="accepted"} 1'],
    ['postings without an outcome', 'tributary_unconfirmed_postings{posting="payment"} 1'],
    ['how long the oldest has waited', 'tributary_unconfirmed_posting_age_seconds{posting="payment"} '],
    ...EXCEPTION_KINDS.map((kind) => [`exceptions ${kind}`, `tributary_operator_exceptions_open{kind="${kind}"} `]),
  ])('%s', (_, line = '') => {
    expect(text).toContain(line);
  });

  it('has every metric and label that an alert uses', async () => {
    const rules = await readFile(`${folder}alerts.rules.yml`, 'utf8');
    const exprs = [...rules.matchAll(/^ +expr: '(.*)'$/gm)].map(([, expr = '']) => expr);
    expect(exprs.length).toBe(rules.split('- alert:').length - 1);
    expect(exprs.flatMap((expr) => lacking(expr).map((what) => `${what}: ${expr}`))).toEqual([]);
  });

  it('has every metric and label that a panel shows', async () => {
    const { panels } = dashboardFile.parse(JSON.parse(await readFile(`${folder}dashboard.json`, 'utf8')));
    expect(panels.length).toBeGreaterThan(10);
    const faults = panels.flatMap(({ title, targets }) =>
      targets.flatMap(({ expr, legendFormat }) => {
        const legend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label).join(', ');
        return lacking(`${expr} by (${legend})`).map((what) => `${title}: ${what}`);
      }),
    );
    expect(faults).toEqual([]);
  });

  it('would notice one that is missing', () => {
    expect(lacking('sum by (provider) (rate(tributary_payments_total{colour="red"}[5m])) > tributary_absent')).toEqual([
      'tributary_payments_total has no label colour',
      'tributary_absent',
      'tributary_payments_total has no label provider',
    ]);
  });

  /** The metrics and labels of an expression that the product does not have. */
  function lacking(expr: string): readonly string[] {
    const found: string[] = [];
    const selectors = [...expr.matchAll(/\b((?:tributary|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
    const need = (name: string, label: string) => {
      const labels = exposed.get(name);
      if (labels === undefined || labels.has(label) || OF_PROMETHEUS.includes(label)) return;
      found.push(`${name} has no label ${label}`);
    };
    for (const [, name = '', matchers = ''] of selectors) {
      if (!exposed.has(name)) found.push(name);
      for (const [, label = ''] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)) need(name, label);
    }
    for (const [, labels = ''] of expr.matchAll(/by \(([^)]*)\)/g)) {
      for (const label of labels.split(/,\s*/)) {
        for (const [, name = ''] of selectors) if (label !== '') need(name, label);
      }
    }
    return found;
  }
});
