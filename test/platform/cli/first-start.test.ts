import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READ_SCOPES, SCOPES } from '../../../core/auth/scopes.js';
import { isAlive, livePostmaster } from '../../../core/db/embedded/postmaster.js';
import { Api, send } from '../../support/api.js';
import { command, type Environment } from '../../support/command.js';
import { demoCredentials, startSettings } from '../../support/demo-start.js';
import { Product } from '../../support/process.js';

/* The first start of all, in an empty data folder: it makes the database, and seeds the demo data. */

let folder: string;
let environment: Environment;
let product: Product;
let addresses: { readonly base_url: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-first-start-'));
  await chmod(folder, 0o755); // as root, the database runs as another user
  environment = startSettings(folder);
  product = new Product({ command: ['start', '--json'], environment });
  addresses = JSON.parse(await product.startAndReadLine());
}, 300_000);

afterAll(async () => {
  await product.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const credentials = () => demoCredentials(folder);
const apiOf = async (name: string): Promise<Api> => {
  const { prefix, key } = (await credentials()).keys.find((candidate: { name: string }) => candidate.name === name);
  return Api.exchange(addresses.base_url, { prefix, plaintext: key });
};

/** The sandbox accounts that are promised to integrators; there may be further ones. */
const SANDBOX_CODES = [
  'SBX-POSTS',
  'SBX-REFUSES',
  'SBX-UNAVAILABLE',
  'SBX-UNCONFIRMED-POSTS',
  'SBX-UNCONFIRMED-LOST',
  'SBX-NOT-PAYABLE',
  'SBX-REVERSAL-UNCONFIRMED',
  'SBX-REVERSAL-REFUSED',
];

describe('.tributary/demo-credentials.json', () => {
  it('is for its owner only, and holds every field that integrators start from', async () => {
    const path = join(folder, 'demo-credentials.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const ulid = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const file = await credentials();
    expect(file).toMatchObject({
      ...addresses,
      organizations: [{ id: ulid }, { id: ulid }, { id: ulid }],
      operator_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect(file.workspace_ids.length).toBeGreaterThan(0);
    for (const code of SANDBOX_CODES) expect(file.sandbox_accounts).toHaveProperty(code, ulid);
    const [a, b, c] = file.organizations.map(({ id }: { id: string }) => id);
    const key = (name: string, organization_ids: readonly string[], scopes: readonly string[]) => ({
      name,
      prefix: expect.stringMatching(/^.{8}$/),
      key: expect.stringMatching(/^.{8}_.{40,}$/),
      organization_ids,
      scopes,
    });
    expect(file.keys).toEqual([
      key('full', [a, b], SCOPES),
      key('other', [c], SCOPES),
      key('reader', [a], READ_SCOPES),
      key('legacy', [a], []),
    ]);
  });

  it('its keys do what they say', async () => {
    const { organizations } = await credentials();
    const listed = async (name: string) => (await (await apiOf(name)).get('/v1/organizations')).json.items;
    expect(await listed('full')).toHaveLength(2);
    expect((await listed('other')).map(({ id }: { id: string }) => id)).toEqual([organizations[2].id]);
    expect((await (await apiOf('legacy')).get('/v1/organizations')).status).toBe(403);
  });
});

describe('tributary start', { timeout: 60_000 }, () => {
  it('a second one beside the first says so and ends with 1; the first goes on', async () => {
    const { code, stderr } = await command(['start', '--json'], environment);
    expect(code).toBe(1);
    expect(stderr).toContain(`another Tributary is already running in ${folder}`);
    expect((await send(`${addresses.base_url}/readyz`)).status).toBe(200);
  });

  it('SIGINT › it ends with 0, and leaves no process', async () => {
    const postmaster = await livePostmaster(join(folder, 'postgres'));
    expect(await product.kill('SIGINT')).toBe(0);
    expect(postmaster !== undefined && isAlive(postmaster.pid)).toBe(false);
    expect(await livePostmaster(join(folder, 'postgres'))).toBeUndefined();
  });
});
