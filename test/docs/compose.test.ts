import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { WrittenFile } from '../../cli/commands/write-environment-files.js';
import { COMPOSE_PASSWORDS } from '../../core/config/environment-file-texts.js';
import { ENVIRONMENT_FILES } from '../../core/config/environment-files.js';
import { loadConfig } from '../../core/config/load.js';
import { configSchema, isOwnVariable } from '../../core/config/schema.js';
import { NEEDS_OF_PARTS, PART_NAMES } from '../../core/config/secrets-needed-by-process.js';
import { answerOf, command } from '../support/command.js';

/*
 * compose.yaml without a container engine: each part would start with the settings from its files, and has no secrets
 * of other parts.
 */

const compose = await readFile(new URL('../../compose.yaml', import.meta.url), 'utf8');
const folder = await mkdtemp(join(tmpdir(), 'tributary-environment-'));
afterAll(() => rm(folder, { recursive: true }));
const GENERATE = ['secrets', 'generate', '--env-files', folder];
const written: readonly WrittenFile[] = await answerOf(GENERATE, {});
const texts = new Map(
  await Promise.all(written.map(async ({ path }) => [path, await readFile(path, 'utf8')] as const)),
);
const textOf = (name: string) => texts.get(join(folder, name)) ?? '';

/** What a person fills in by hand. */
const BY_HAND: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://api.example.com',
  SECURE_PUBLIC_URL: 'https://cards.example.com',
  STRIPE_SECRET_KEY: 'rk_live_Zx81kPqLmN4vTyRw',
};

const SECRETS = Object.entries(configSchema.shape)
  .filter(([, schema]) => schema.description?.startsWith('Secret.'))
  .map(([name]) => name);

const PASSWORDS = valuesIn(textOf('.env'));

const [head = '', services = ''] = compose.split('\nnetworks:')[0]?.split('\nservices:\n') ?? [];
/** A service by its name, and its lines. */
const SERVICES = [...services.matchAll(/^ {2}(\w+):(.*(?:\n {3,}.*|\n {2}#.*)*)/gm)].map(
  ([, name = '', lines = '']) => ({ name, lines }),
);
const PARTS = SERVICES.filter(({ lines }) => lines.includes('"serve"'));

it('runs every part', () => {
  const served = PARTS.map(({ lines }) => /command: \["serve", (?:"subgraph", )?"(\w+)"\]/.exec(lines)?.[1]);
  expect(served.toSorted()).toEqual(PART_NAMES.toSorted());
});

describe.each(PART_NAMES.map((part) => ({ part, needs: NEEDS_OF_PARTS[part] })))('$part', ({ part, needs }) => {
  const names = ENVIRONMENT_FILES.filter((file) => file.isReadBy(needs)).map(({ name }) => name);
  const lines = PARTS.find(({ name }) => name === part)?.lines ?? '';

  it('reads the files of its needs', () => {
    const own = /env_file: \[([^\]]*)\]/.exec(lines)?.[1] ?? /^ {2}env_file: (.*)$/m.exec(head)?.[1];
    expect(own).toBe(names.map((name) => `${name}.env`).join(', '));
  });

  it('starts in production with the files of `secrets generate`, filled in', async () => {
    const given = names.map((name) => valuesIn(textOf(`${name}.env`)));
    const environment = Object.assign({ NODE_ENV: 'production' }, environmentOf(head), ...given);
    await expect(loadConfig(environment, needs)).resolves.toBeDefined();
  });
});

it('gives each secret to the parts that need it, and to no other', () => {
  const given = SECRETS.map((secret): [string, readonly string[]] => {
    const files = ENVIRONMENT_FILES.filter(({ variables }) => secret in variables);
    return [secret, PART_NAMES.filter((part) => files.some(({ isReadBy }) => isReadBy(NEEDS_OF_PARTS[part])))];
  });
  const [keepSecrets, signing] = [
    ['worker', 'servicing', 'payments', 'messaging'],
    ['rest', 'secure', 'gateway', 'worker'],
  ];
  expect(Object.fromEntries(given)).toEqual({
    STRIPE_SECRET_KEY: ['secure', 'worker', 'payments'],
    STRIPE_WEBHOOK_SECRETS: ['secure'],
    SANDBOX_CARD_WEBHOOK_SECRETS: ['secure'],
    OIDC_CLIENT_SECRET: ['gateway'],
    TOKEN_SIGNING_KEYS: ['rest'],
    INTERNAL_SIGNING_KEY: signing,
    CURSOR_SIGNING_SECRET: PART_NAMES,
    POSTING_REFERENCE_SECRET: ['worker', 'payments'],
    CARD_FINGERPRINT_SECRET: ['secure'],
    DATA_ENCRYPTION_KEYS: keepSecrets,
    MAILGUN_WEBHOOK_SIGNING_KEY: keepSecrets,
    POSTMARK_WEBHOOK_PASSWORD: keepSecrets,
    GENERIC_WEBHOOK_SECRET: keepSecrets,
  });
});

it('names only existing settings', () => {
  const named = [...compose.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
  // The Postgres image has its own settings.
  expect(named.filter((name) => !isOwnVariable(name) && !name.startsWith('POSTGRES_'))).toEqual([]);
});

it('only the owner may read the files, and none is replaced', async () => {
  const files = [...ENVIRONMENT_FILES.map(({ name }) => `${name}.env`), '.env'];
  for (const name of files) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  await rm(join(folder, 'compose.env'));
  expect(await command(GENERATE, {})).toMatchObject({
    code: 1,
    stderr: `tributary: ${join(folder, 'data.env')} exists and is not replaced; no file was written\n`,
  });
  await expect(stat(join(folder, 'compose.env'))).rejects.toThrow(/ENOENT/);
  expect(await readFile(join(folder, 'data.env'), 'utf8')).toBe(textOf('data.env'));
});

it('names the settings that are left to fill in', () => {
  const left = Object.fromEntries(written.map(({ path, to_fill_in }) => [path.slice(folder.length + 1), to_fill_in]));
  expect(left).toMatchObject({
    'compose.env': ['PUBLIC_URL', 'SECURE_PUBLIC_URL'],
    'cards.env': ['STRIPE_SECRET_KEY'],
    'worker.env': [],
    '.env': [],
  });
});

it('compose.yaml needs no password that `secrets generate` does not write', () => {
  const needed = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
  expect([...new Set(needed)].toSorted()).toEqual(COMPOSE_PASSWORDS.toSorted());
});

/** `NAME: value` of a mapping, its passwords filled in. */
function environmentOf(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^ {4}([A-Z][A-Z0-9_]+): (.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => [
      name,
      value.replace(/\$\{(\w+):\?[^}]*\}/g, (_, variable) => PASSWORDS[variable] ?? ''),
    ]),
  );
}

function valuesIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value || (BY_HAND[name] ?? ''),
    ]),
  );
}
