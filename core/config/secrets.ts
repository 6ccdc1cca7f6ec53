import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';

const secretsSchema = z.object({
  TOKEN_SIGNING_KEYS: z.string(),
  INTERNAL_SIGNING_KEY: z.string(),
  CURSOR_SIGNING_SECRET: z.string(),
});

export type Secrets = z.infer<typeof secretsSchema>;

/** Secrets of the embedded default: made once, kept in the data folder (mode 0600), the same for every process there. */
export async function generatedSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  return (await read(path)) ?? (await create(dataDir, path));
}

async function read(path: string): Promise<Secrets | undefined> {
  try {
    return secretsSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written aside and linked into place: of two first starts at once one wins, and a crash leaves no half-written file. */
async function create(dataDir: string, path: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true });
  const fresh: Secrets = {
    TOKEN_SIGNING_KEYS: JSON.stringify({ keys: [await signingKey()] }),
    INTERNAL_SIGNING_KEY: randomBytes(32).toString('base64url'),
    CURSOR_SIGNING_SECRET: randomBytes(32).toString('base64url'),
  };
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(aside, JSON.stringify(fresh, null, 2), { mode: 0o600 });
  try {
    await link(aside, path);
    return fresh;
  } catch (error) {
    const winner = await read(path);
    if (winner === undefined) throw error;
    return winner;
  } finally {
    await unlink(aside);
  }
}

async function signingKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), alg: 'ES256', use: 'sig' };
}
