import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { freshTokenKeys, tokenKeysText } from './token-key-set.js';

const secretsSchema = z.object({
  TOKEN_SIGNING_KEYS: z.string(),
  /** Each part's key pair is derived from it: any process that reads the folder has all of them anyway. */
  INTERNAL_SIGNING_KEY: z.string(),
  CURSOR_SIGNING_SECRET: z.string(),
  CARD_FINGERPRINT_SECRET: z.string(),
  /** One secret. */
  POSTING_REFERENCE_SECRET: z.string(),
  /** One key. */
  DATA_ENCRYPTION_KEYS: z.string(),
});

/** The file of an earlier version. */
const LATER = { CARD_FINGERPRINT_SECRET: true, POSTING_REFERENCE_SECRET: true, DATA_ENCRYPTION_KEYS: true } as const;
const earlierSchema = secretsSchema.partial(LATER);

export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Secrets of the embedded default: created once, kept in the data folder (mode 0600), the same for every process
 * there.
 */
export async function generatedSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const kept = await read(path);
  if (kept === undefined) return create(dataDir, path);
  return isWhole(kept) ? kept : complete(path, kept);
}

async function freshSecrets(): Promise<Secrets> {
  return {
    TOKEN_SIGNING_KEYS: tokenKeysText(await freshTokenKeys()),
    INTERNAL_SIGNING_KEY: randomBytes(32).toString('base64url'),
    CURSOR_SIGNING_SECRET: randomBytes(32).toString('base64url'),
    CARD_FINGERPRINT_SECRET: randomBytes(32).toString('base64url'),
    POSTING_REFERENCE_SECRET: randomBytes(32).toString('base64url'),
    DATA_ENCRYPTION_KEYS: randomBytes(32).toString('base64url'),
  };
}

type EarlierSecrets = z.infer<typeof earlierSchema>;

function isWhole(secrets: EarlierSecrets): secrets is Secrets {
  return secretsSchema.safeParse(secrets).success;
}

async function read(path: string): Promise<EarlierSecrets | undefined> {
  try {
    return earlierSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Written to another name and linked into place: one of two first starts at once wins, and a crash leaves no
 * half-written file.
 */
async function create(dataDir: string, path: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true });
  const fresh = await freshSecrets();
  const aside = await writeAside(path, fresh);
  try {
    await link(aside, path);
    return fresh;
  } catch (error) {
    const winner = await read(path);
    if (winner === undefined || !isWhole(winner)) throw error;
    return winner;
  } finally {
    await unlink(aside);
  }
}

/**
 * Secrets that an earlier version lacked are derived from the existing ones, so that two starts at once write the
 * same.
 */
async function complete(path: string, earlier: EarlierSecrets): Promise<Secrets> {
  const derived = (name: keyof Secrets) =>
    Buffer.from(hkdfSync('sha256', earlier.INTERNAL_SIGNING_KEY, '', name, 32)).toString('base64url');
  const whole = {
    ...earlier,
    CARD_FINGERPRINT_SECRET: earlier.CARD_FINGERPRINT_SECRET ?? derived('CARD_FINGERPRINT_SECRET'),
    POSTING_REFERENCE_SECRET: earlier.POSTING_REFERENCE_SECRET ?? derived('POSTING_REFERENCE_SECRET'),
    DATA_ENCRYPTION_KEYS: earlier.DATA_ENCRYPTION_KEYS ?? derived('DATA_ENCRYPTION_KEYS'),
  };
  await rename(await writeAside(path, whole), path);
  return whole;
}

async function writeAside(path: string, secrets: Secrets): Promise<string> {
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(aside, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return aside;
}
