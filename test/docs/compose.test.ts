import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { freshDeployment } from '../../core/config/deployment-secrets.js';
import { loadConfig } from '../../core/config/load.js';
import { isOwnVariable } from '../../core/config/schema.js';
import type { ProcessNeeds } from '../../core/config/secrets-needed-by-process.js';
import { SUBGRAPH_NAMES } from '../../core/principal/subgraph-names.js';
import { subgraphUse, USES } from '../../runtime/running/serve-one-part.js';

/*
 * compose.yaml without a container engine: each part would start with the settings from its files, and has no secrets
 * of other parts.
 */

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
const compose = await read('compose.yaml');
const fresh = await freshDeployment();

/** Settings that a person fills in by hand. */
const BY_HAND: Readonly<Record<string, string>> = {
  STRIPE_SECRET_KEY: 'rk_live_Zx81kPqLmN4vTyRw',
  DATABASE_OWNER_PASSWORD: 'of-the-owner',
  DATABASE_RUN_PASSWORD: 'of-the-product',
  POSTGRES_PASSWORD: 'of-the-superuser',
};

const [head = '', services = ''] = compose.split('\nnetworks:')[0]?.split('\nservices:\n') ?? [];
/** A service by its name, and its lines. */
const SERVICES = [...services.matchAll(/^ {2}(\w+):(.*(?:\n {3,}.*|\n {2}#.*)*)/gm)].map(
  ([, name = '', lines = '']) => ({ name, lines }),
);
const PARTS = SERVICES.filter(({ lines }) => lines.includes('"serve"'));

it('runs every part', () => {
  const served = PARTS.map(({ lines }) => /command: \["serve", (?:"subgraph", )?"(\w+)"\]/.exec(lines)?.[1]);
  expect(served.toSorted()).toEqual([...Object.keys(USES), ...SUBGRAPH_NAMES].toSorted());
});

it.each(PARTS.map(({ name, lines }) => [name, lines] as const))(
  '%s starts in production with its settings',
  async (name, lines) => {
    const files =
      /env_file: (?:\[([^\]]*)\]|(.*))/.exec(lines) ?? /env_file: (?:\[([^\]]*)\]|(.*))/.exec(compose) ?? [];
    const given: Record<string, string> = environmentOf(head);
    for (const file of (files[1] ?? files[2] ?? '').split(', ')) Object.assign(given, await filled(file));
    const use = useOf(name);
    if (use === undefined) throw new Error(`no part is called ${name}`);
    await expect(loadConfig({ NODE_ENV: 'production', ...given }, use)).resolves.toBeDefined();
  },
);

it('names only existing settings', async () => {
  const examples = await Promise.all(
    ['compose', 'data', 'rest', 'secure', 'gateway', 'worker', 'cards'].map((name) =>
      read(`deploy/${name}.env.example`),
    ),
  );
  const named = [
    ...[...compose.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name),
    ...examples.flatMap((text) => [...text.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)),
  ];
  // The Postgres image has its own settings.
  expect(named.filter((name) => !isOwnVariable(name) && !name.startsWith('POSTGRES_'))).toEqual([]);
});

function useOf(service: string): ProcessNeeds | undefined {
  const subgraph = SUBGRAPH_NAMES.find((name) => name === service);
  if (subgraph !== undefined) return subgraphUse(subgraph);
  return Object.entries(USES).find(([name]) => name === service)?.[1];
}

/** `NAME: value` of a mapping, its passwords filled in. */
function environmentOf(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^ {4}([A-Z][A-Z0-9_]+): (.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => [
      name,
      value.replace(/\$\{(\w+):\?[^}]*\}/g, (_, variable) => BY_HAND[variable] ?? ''),
    ]),
  );
}

/**
 * A settings file as its example shows it, with the empty values filled in as by `secrets generate` and by a person.
 */
async function filled(file: string): Promise<Record<string, string>> {
  const holder = file.replace('.env', '');
  const secrets: Readonly<Record<string, string>> = holder in fresh ? fresh[holder as keyof typeof fresh] : BY_HAND;
  const lines = [...(await read(`deploy/${file}.example`)).matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => [name, value === '' ? (secrets[name] ?? '') : value]),
  );
}
