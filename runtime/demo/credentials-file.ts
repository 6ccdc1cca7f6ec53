import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The credentials file of a first start with demo data. */
export interface DemoCredentials {
  readonly base_url: string;
  readonly graphql_url: string;
  readonly secure_url: string;
  readonly organizations: readonly DemoOrganization[];
  readonly keys: readonly DemoKey[];
  readonly operator_token: string;
  readonly workspace_ids: readonly string[];
  /** Sandbox account ids by their `external_contract_number`, for example `SBX-POSTS`. */
  readonly sandbox_accounts: Readonly<Record<string, string>>;
}

export interface DemoOrganization {
  readonly id: string;
  readonly display_name: string;
}

export interface DemoKey {
  /** `full`, `other`, `reader` or `legacy`. */
  readonly name: string;
  readonly prefix: string;
  /** The plaintext: `client_secret`, and Area B's bearer. */
  readonly key: string;
  readonly organization_ids: readonly string[];
  readonly scopes: readonly string[];
}

const FILE = 'demo-credentials.json';

/** The file of an earlier start; undefined if there is none. Only this product writes it. */
export async function readDemoCredentials(dataDir: string): Promise<DemoCredentials | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, FILE), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes `demo-credentials.json` into the data folder atomically, readable by its owner only. Returns its path. */
export async function writeDemoCredentials(dataDir: string, credentials: DemoCredentials): Promise<string> {
  const path = join(dataDir, FILE);
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(aside, path);
  return path;
}
