import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../prisma/seed/demo/seed.js';
import { ensureCredentials } from '../../runtime/demo/seed-and-write-demo-credentials.js';
import { Api } from '../support/api.js';
import { freePort } from '../support/free-ports.js';
import { blocksOf, DOCS, textOf } from '../support/samples/blocks.js';
import { refusingProxy } from '../support/samples/refusing-proxy.js';
import {
  HAS_REQUESTS,
  NO_REQUESTS,
  openSampleRunner,
  type SampleRunner,
  type Tab,
} from '../support/samples/sample-runner.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * Each sample against a server that refuses each request once: a request that may be retried is retried, and any other
 * refusal ends the sample. Most of the time is spent waiting for `Retry-After`, so samples run concurrently.
 */

let instance: TestInstance;
let bench: SampleRunner;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  instance = await openTestInstance();
  const { db, clock } = instance.resources;
  await seedDemo({ db, clock, isWide: false });
  bench = await openSampleRunner();
  const addresses = { base_url: instance.baseUrl, graphql_url: instance.graphqlUrl, secure_url: instance.secureUrl };
  const { credentials } = await ensureCredentials(instance.resources, addresses);
  const [key] = credentials.keys;
  if (key === undefined) throw new Error('the demo has a key');
  environment = {
    TRIBUTARY_KEY: key.key,
    TRIBUTARY_TOKEN: (await Api.exchange(instance.baseUrl, { prefix: key.prefix, plaintext: key.key })).token,
    ACCOUNT_ID: credentials.sandbox_accounts['SBX-POSTS'] ?? '',
    SLOW_ACCOUNT_ID: credentials.sandbox_accounts['SBX-UNCONFIRMED-POSTS'] ?? '',
    REFUSING_ACCOUNT_ID: credentials.sandbox_accounts['SBX-REFUSES'] ?? '',
    ORGANIZATION_ID: credentials.organizations[0]?.id ?? '',
    // As for a reader: curl does only what the sample says.
    FAILS_WITH: '',
  };
  const file = blocksOf('payment-batches').find(({ language }) => language === 'csv');
  await writeFile(join(bench.folder, 'lockbox.csv'), file?.text ?? '');
}, 120_000);
afterAll(async () => {
  await bench?.close();
  await instance?.close();
});

/** A page's result. */
const PAGES: Readonly<Record<string, RegExp>> = {
  'guides/first-payment': /"?reversed"?/,
  'guides/idempotency': /succeeded/,
  'guides/pagination': /^[0-9A-Z]{26}$/m,
  'guides/handling-errors': /account_restricted/,
  'guides/autopay': /2030-01-31/,
  'guides/testing': /[0-9A-Z]{26}/,
  'payment-batches': /would_post/,
};
/** Its receivers get every payment: no other sample may record one at the same time. */
const LISTENING: Readonly<Record<string, RegExp>> = { webhooks: /(?<!not )\bgenuine: [\s\S]*?\bpayment\.posted\b/ };
/** The variable that a page has a reader set first, and from which sample. */
const SETUPS: Readonly<Record<string, string>> = {
  'guides/idempotency': 'SLOW_ACCOUNT_ID',
  'guides/handling-errors': 'REFUSING_ACCOUNT_ID',
  'payment-batches': 'ORGANIZATION_ID',
};

type Run = readonly [page: string, tab: Tab];
const TABS: readonly Tab[] = HAS_REQUESTS ? ['curl', 'sdk', 'python'] : ['curl', 'sdk'];
const runsOf = (pages: object): readonly Run[] =>
  Object.keys(pages).flatMap((page) => TABS.map((tab): Run => [page, tab]));

describe('pages of samples', () => {
  const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/\.md$/, ''))
    .filter((page) => blocksOf(page).some(({ mark }) => mark === 'tab=curl'));

  it('are all listed here', () => {
    expect(pages.sort()).toEqual(Object.keys({ ...PAGES, ...LISTENING }).sort());
  });

  it('use curl only with visible failures and retried requests', () => {
    const lines = pages.flatMap(blocksOf).flatMap(({ language, text }) => (language === 'sh' ? text.split('\n') : []));
    const requests = lines.filter((line) => /\bcurl -/.test(line));
    expect(requests.length).toBeGreaterThan(20);
    expect(requests.filter((line) => !/ --fail(?:-with-body)? --retry 5 /.test(line))).toEqual([]);
  });
});

describe.each([
  ['that record or read', PAGES],
  ['that listens', LISTENING],
] as const)('a sample %s', (_, pages) => {
  const runs = runsOf(pages);
  // A receiver gets every payment, so samples that listen run alone.
  const sample = pages === LISTENING ? it : it.concurrent;

  sample.each(runs)(`%s, by %s${NO_REQUESTS}: continues after 429 and 503`, async (page, tab) => {
    const { printed, refused, early } = await run(page, tab, [429, 503]);
    expect(printed).toMatch(pages[page] ?? /./);
    expect(refused).toBeGreaterThan(0);
    expect(early).toEqual([]);
  });

  sample.each(runs.filter(([, tab]) => tab === 'sdk'))(
    '%s, by %s: gets another token after 401 and continues',
    async (page, tab) => {
      expect((await run(page, tab, [401])).printed).toMatch(pages[page] ?? /./);
    },
  );

  sample.each(runs.filter(([, tab]) => tab !== 'sdk'))(
    `%s, by %s${NO_REQUESTS}: ends as refused after 401`,
    async (page, tab) => {
      const ended = await run(page, tab, [401]).then(
        ({ printed }) => printed,
        (error: Error) => error.message,
      );
      expect(ended).toMatch(/401|unauthorized/i);
      expect(ended).not.toMatch(pages[page] ?? /./);
      expect(ended).not.toMatch(/KeyError|TypeError/);
    },
  );
});

describe('setup variables', () => {
  it.concurrent.each(Object.entries(SETUPS))('%s: %s is set after 429 and 503', async (page, name) => {
    const { printed, early } = await within([429, 503], (urls) => bench.run('curl', setupOf(page, name), urls));
    expect(printed).toBe(`${name}=${environment[name]}\n`);
    expect(early).toEqual([]);
  });

  it.concurrent.each(Object.entries(SETUPS))('%s: %s is not set from a refusal', async (page, name) => {
    const { printed } = await within([401], (urls) =>
      bench.run('curl', `set +eo pipefail\n${setupOf(page, name)}`, urls),
    );
    expect(printed).toBe(`${name}=\n`);
  });
});

function setupOf(page: string, name: string): string {
  const setup = blocksOf(page).filter(({ mark }) => mark === 'setup');
  return [`unset ${name}`, ...setup.map(({ text }) => text), `echo "${name}=$${name}"`].join('\n');
}

/** Without the setup, which a reader runs once. Keys and ports belong to this run alone. */
async function run(page: string, tab: Tab, statuses: readonly number[]) {
  const port = await freePort();
  const text = (tab === 'curl' ? requestsByCurl(page) : textOf(page, tab))
    .replaceAll(
      /\b(receipt|lockbox|card|autopay|endpoint|webhook)-(?=\d|of-|\$\()/g,
      `$1-${tab}-${statuses.join('-')}-`,
    )
    .replaceAll(/localhost:3000\b/g, `localhost:${port}`)
    .replaceAll('listen(3000)', `listen(${port})`)
    .replaceAll('("localhost", 3000)', `("localhost", ${port})`);
  return within(statuses, (urls) => bench.run(tab, text, urls));
}

/** With a refusing proxy in front of each of the product's hosts. */
async function within(
  statuses: readonly number[],
  act: (environment: Readonly<Record<string, string>>) => Promise<string>,
) {
  const front = await refusingProxy(instance.baseUrl, statuses);
  const secureFront = await refusingProxy(instance.secureUrl, statuses);
  try {
    const printed = await act({ ...environment, TRIBUTARY_URL: front.url, TRIBUTARY_SECURE_URL: secureFront.url });
    return { printed, refused: front.refused(), early: [...front.early(), ...secureFront.early()] };
  } finally {
    await front.close();
    await secureFront.close();
  }
}

/** With the one setup function that samples use, each in its own folder: samples leave files behind. */
function requestsByCurl(page: string): string {
  const blocks = blocksOf(page).flatMap(({ mark, text }) => (mark === 'tab=curl' ? [text] : []));
  return [
    'cd "$(mktemp -d -p "$HOME")" && cp "$HOME/lockbox.csv" .',
    // In a terminal, a failed command does not stop the following ones.
    'set +eo pipefail',
    `field() { node -pe "JSON.parse(require('fs').readFileSync(0)).$1"; }`,
    ...blocks,
  ].join('\n');
}
