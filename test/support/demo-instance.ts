import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { SimulatedClock } from '../../core/time/clock.js';
import type { SeededDemo } from '../../prisma/seed/demo/seed.js';
import { Api } from './api.js';
import { DEMO_NOW, freshDemoDatabase } from './demo-database.js';
import { openTestInstance, type TestInstance } from './test-instance.js';

export { DEMO_NOW };

/** An instance with two years of demo history, of the sixty loans that have every story, as of `DEMO_NOW`. */
export interface DemoInstance {
  readonly instance: TestInstance;
  readonly demo: SeededDemo;
  readonly clock: SimulatedClock;
  readonly organizationIds: readonly string[];
  /** The unversioned surface, with a key for these organizations. */
  api(organizationIds: readonly string[]): Promise<Api>;
}

interface DemoOptions {
  /** Whether the dashboard can be opened by one click without credentials. */
  readonly isDemo?: boolean;
  /** Whether past days are closed, with each loan's positions. Default false. */
  readonly areDaysClosed?: boolean;
}

export async function openDemoInstance(
  environment: Readonly<Record<string, string>> = {},
  { isDemo = false, areDaysClosed = false }: DemoOptions = {},
): Promise<DemoInstance> {
  const clock = new SimulatedClock(DEMO_NOW);
  const { database, demo } = await freshDemoDatabase({ areDaysClosed });
  const instance = await openTestInstance({ database, worker: false, clock, environment, isDemo });
  const { db } = instance.resources;
  const { rows } = await instance.resources.pool.query<{ id: string }>('select id from organization order by id');
  return {
    instance,
    demo,
    clock,
    organizationIds: rows.map(({ id }) => id),
    async api(organizationIds) {
      const made = await createApiKey(
        { db, clock },
        { name: 'test', organizationIds, scopes: SCOPES, by: systemPrincipal('test') },
      );
      if (made.outcome === 'refused') throw new Error(made.problems.join('; '));
      return new Api(instance.baseUrl, made.plaintext);
    },
  };
}

export type ReportRow = Readonly<Record<string, string | number | null>>;

/** Every row of a report, page by page. */
export async function readReport(api: Api, code: string, query = '', limit = 1000): Promise<readonly ReportRow[]> {
  const rows: ReportRow[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await api.get(`/reports/${code}?${query}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    if (page.status !== 200) throw new Error(`${code}: ${page.status} ${page.text}`);
    rows.push(...page.json.items);
    cursor = page.json.page.next_cursor;
  }
  return rows;
}
