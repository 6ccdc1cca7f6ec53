import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandHost, openCommandHost } from '../../support/command-host.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;
let host: CommandHost;

beforeAll(async () => {
  database = await freshDatabase();
  host = openCommandHost();
});

afterAll(async () => {
  await host.close();
  await database.drop();
});

it('sandbox year › 365 days without a stop: paid by autopay, declined, charged off, and some of it recovered', async () => {
  const environment = { NODE_ENV: 'test', LOG_LEVEL: 'fatal', DATABASE_URL: database.runUrl };
  const { days } = await host.answerOf(['sandbox', 'year'], environment);
  const happened: readonly string[] = days.flatMap((day: { readonly happened: readonly string[] }) => day.happened);
  const first = (line: string) => happened.findIndex((each) => each.startsWith(line));
  const story = ['payment ', 'autopay_run.failed', 'account.status_changed charged_off', 'payment 200.00'].map(first);
  expect(story, happened.join('\n')).not.toContain(-1);
  expect(story).toEqual([...story].sort((a, b) => a - b));
}, 120_000);
