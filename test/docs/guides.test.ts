import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES, type Scope } from '../../core/principal/scopes.js';
import { seedDemo } from '../../prisma/seed/demo/seed.js';
import { writeDemoCredentials } from '../../runtime/demo/credentials-file.js';
import { ensureCredentials } from '../../runtime/demo/seed-and-write-demo-credentials.js';
import { WRITTEN } from '../../site/src/written-pages.js';
import { Api } from '../support/api.js';
import { freePort } from '../support/free-ports.js';
import { graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';
import { blocksOf, DOCS, textOf } from '../support/samples/blocks.js';
import {
  HAS_REQUESTS,
  NO_REQUESTS,
  openSampleRunner,
  type SampleRunner,
  type Tab,
} from '../support/samples/sample-runner.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Runs the guides' samples unchanged, in order, in each of the three languages: a reader types nothing else. */

const GUIDES = readdirSync(join(DOCS, 'guides')).map((name) => name.replace(/\.md$/, ''));

/** The scopes that the guide gives to the key. */
const CLOCK_SCOPES = SCOPES.filter((scope) =>
  blocksOf('guides/testing').some(({ mark, text }) => mark === 'command-line' && text.includes(` ${scope}`)),
);

/** The result that each guide's samples print. */
const LEADS_TO: Readonly<Record<string, readonly RegExp[]>> = {
  'first-payment': [/posted/, /reversed/],
  idempotency: [/^true|idempotent-replayed: true|^True/im, /posted/, /succeeded/],
  pagination: [/^[0-9A-Z]{26}$/m],
  'handling-errors': [/account_restricted/],
  autopay: [/2030-01-31/],
  testing: [/[0-9A-Z]{26}/],
};

describe('the guides’ samples', () => {
  it('are in three languages each, or are setup', () => {
    const stray = GUIDES.flatMap((guide) =>
      blocksOf(`guides/${guide}`)
        .filter(
          ({ language, mark }) =>
            language !== 'json' && !/^(?:setup|walk|command-line|tab=(?:curl|sdk|python))$/.test(mark),
        )
        .map(({ text }) => `${guide}: ${text}`),
    );
    expect(stray).toEqual([]);
    for (const guide of GUIDES) {
      const count = (tab: Tab) => blocksOf(`guides/${guide}`).filter(({ mark }) => mark === `tab=${tab}`).length;
      expect([guide, count('curl'), count('curl')]).toEqual([guide, count('sdk'), count('python')]);
      expect([guide, count('curl') > 0]).toEqual([guide, guide in LEADS_TO]);
    }
  });

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
    await mkdir(join(bench.folder, '.tributary'));
    await writeDemoCredentials(join(bench.folder, '.tributary'), credentials);
    const [key] = credentials.keys;
    if (key === undefined) throw new Error('the demo has a key');
    environment = {
      TRIBUTARY_URL: instance.baseUrl,
      TRIBUTARY_SECURE_URL: instance.secureUrl,
      TRIBUTARY_KEY: key.key,
      TRIBUTARY_TOKEN: (await Api.exchange(instance.baseUrl, { prefix: key.prefix, plaintext: key.key })).token,
      ACCOUNT_ID: credentials.sandbox_accounts['SBX-POSTS'] ?? '',
      SLOW_ACCOUNT_ID: credentials.sandbox_accounts['SBX-UNCONFIRMED-POSTS'] ?? '',
      ORGANIZATION_ID: credentials.organizations[0]?.id ?? '',
      REFUSING_ACCOUNT_ID: credentials.sandbox_accounts['SBX-REFUSES'] ?? '',
    };
  }, 120_000);
  afterAll(async () => {
    await bench?.close();
    await instance?.close();
  });

  /** A key of a new sandbox organization, created as the command line creates it. */
  async function sandboxKey(scopes: readonly Scope[]) {
    const admin = graphClient(
      instance.graphqlUrl,
      await operatorToken(instance.resources, { subject: 'ola', role: 'admin' }),
    );
    const made = 'createOrganization(input: { displayName: "Try", legalName: "Try LLC", sandbox: true }) { id }';
    const { id } = (await admin(`mutation { ${made} }`)).json.data.createOrganization;
    const request = { name: 'clock', organizationIds: [id], scopes, by: systemPrincipal('test') };
    const answer = await createApiKey(instance.resources, request);
    if (answer.outcome === 'refused') throw new Error(answer.problems.join('; '));
    return { id, key: answer.plaintext, admin };
  }

  const tabs: readonly Tab[] = HAS_REQUESTS ? ['curl', 'sdk', 'python'] : ['curl', 'sdk'];
  const runs = Object.keys(LEADS_TO).flatMap((guide) => tabs.map((tab) => [guide, tab] as const));
  it.each(runs)(
    `%s, by %s${NO_REQUESTS}`,
    async (guide, tab) => {
      // Each language uses its own key: with a shared key, the second would get the first one's payment.
      const text = textOf(`guides/${guide}`, tab).replaceAll('receipt-', `receipt-${tab}-`);
      const printed = await bench.run(tab, text, environment);
      for (const end of LEADS_TO[guide] ?? []) expect(printed).toMatch(end);
    },
    60_000,
  );

  it('of events and batches are run too, except those of the command line', () => {
    const stray = ['webhooks', 'payment-batches'].flatMap((page) =>
      blocksOf(page)
        .filter(({ language }) => !/^(?:json|csv)$/.test(language))
        .filter(
          ({ mark, text }) =>
            !/^(?:setup|tab=(?:curl|sdk|python))$/.test(mark) && !text.includes('npm run -s tributary -- '),
        )
        .map(({ text }) => `${page}: ${text}`),
    );
    expect(stray).toEqual([]);
  });

  /** The address of a page's receiver: its own port may be in use on this machine. */
  const atFreePort = async (text: string) => {
    const port = await freePort();
    const moved = text
      .replaceAll(/localhost:3000\b/g, `localhost:${port}`)
      .replaceAll('listen(3000)', `listen(${port})`)
      .replaceAll('("localhost", 3000)', `("localhost", ${port})`);
    expect(moved.split(String(port)).length).toBeGreaterThan(2);
    return moved;
  };
  const GENUINE = /(?<!not )\bgenuine: [\s\S]*?\bpayment\.posted\b/;

  it('webhooks, by curl and openssl: from a token to a verified event, and a changed one is refused', async () => {
    const text = await atFreePort(textOf('webhooks', 'curl'));
    const changed = `printf ' ' >> body.json; if verify; then echo 'accepted'; else echo 'refused'; fi\n`;
    const printed = await bench.run('curl', text + changed, environment);
    expect(printed).toMatch(GENUINE);
    expect(printed).toMatch(/refused\n$/);
  });

  it('webhooks, by the SDK: the same', async () => {
    expect(await bench.run('sdk', await atFreePort(textOf('webhooks', 'sdk')), environment)).toMatch(GENUINE);
  });

  it.skipIf(!HAS_REQUESTS)(
    `webhooks, by Python${NO_REQUESTS}: the same, and a changed or old one is refused`,
    async () => {
      const text = await atFreePort(textOf('webhooks', 'python'));
      const refused = `
print("changed", verify(headers, body + b" ", endpoint["secret"]))
real_time = time.time
time.time = lambda: real_time() + 301
print("old", verify(headers, body, endpoint["secret"]))
`;
      const printed = await bench.run('python', text + refused, environment);
      expect(printed).toMatch(/^genuine: [\s\S]*?\bpayment\.posted\b/m);
      expect(printed).toMatch(/^changed False\nold False\n$/m);
    },
    60_000,
  );

  it('a clock that is advanced, in its own organization: a charge is declined, retried, and given up', async () => {
    const { key } = await sandboxKey(CLOCK_SCOPES);
    const printed = await walk(0, key);
    expect(
      printed
        .trim()
        .split('\n')
        .map((line) => line.replace(/^\S+ /, '')),
    ).toEqual(['retrying 1', 'retrying 2', 'retrying 3', 'failed 4']);
  });

  it('a year of a loan: paid by autopay, declined, charged off, and some of it recovered', async () => {
    const { id, key, admin } = await sandboxKey(CLOCK_SCOPES);
    const product = 'code: "personal", name: "Personal loan"';
    const terms = 'lateFeeCents: 1500, lateFeeGraceDays: 10, chargeOffAtDays: 120';
    await admin(
      `mutation { addLoanSystem(input: { kind: "ledger", code: "try", organizationId: "${id}" }) { __typename } }`,
    );
    const made = `createLedgerProduct(idempotencyKey: "p", input: { organizationId: "${id}", ${product}, ${terms} })`;
    await admin(`mutation { ${made} { __typename } }`);
    const happened = (await walk(1, key)).trim().split('\n');
    const first = (line: string) => happened.findIndex((each) => each.startsWith(line));
    const story = ['autopay_run.posted', 'autopay_run.failed', 'account.status_changed charged_off', 'payment.posted'];
    const at = story.map(first);
    expect(at, happened.join('\n')).not.toContain(-1);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    const types = new Set(happened.map((line) => / (fee|charge_off|payment) -?\d+$/.exec(line)?.[1]));
    expect([...types]).toEqual(expect.arrayContaining(['fee', 'charge_off', 'payment']));
  }, 120_000);

  /** What the guide's sample prints that moves a clock. */
  function walk(index: number, key: string): Promise<string> {
    const { text = '' } = blocksOf('guides/testing').filter(({ mark }) => mark === 'walk')[index] ?? {};
    return bench.run('sdk', text, { ...environment, TRIBUTARY_KEY: key });
  }

  it('the client’s own README: from a key to a payment and a verified event', async () => {
    const walk = blocksOf('../sdk/README').filter(({ mark }) => mark === 'walk');
    const printed = await bench.run('sdk', await atFreePort(walk.map(({ text }) => text).join('\n')), environment);
    expect(printed).toMatch(/^[0-9A-Z]{26} posted$/m);
    expect(printed).toMatch(GENUINE);
  });

  it.each(tabs)(
    `a batch of payments, by %s${NO_REQUESTS}`,
    async (tab) => {
      const file = blocksOf('payment-batches').find(({ language }) => language === 'csv');
      await writeFile(join(bench.folder, 'lockbox.csv'), file?.text ?? '');
      const printed = await bench.run(tab, textOf('payment-batches', tab), environment);
      expect(printed.match(/would_post/g)).toHaveLength(3);
    },
    60_000,
  );
});

describe('links between the documents', () => {
  const documents = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  it('cover every page of the site', () => {
    expect(documents).toEqual(expect.arrayContaining(WRITTEN.map(({ source }) => source)));
  });

  it.each(['../README.md', ...documents])('of docs/%s point to existing files', (source) => {
    const file = join(DOCS, source);
    const targets = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const files = targets
      .filter((target) => !/^(?:https?:|\/|#)/.test(target))
      .map((target) => target.split('#')[0] ?? '');
    expect(files.filter((target) => !existsSync(join(dirname(file), target)))).toEqual([]);
  });
});
