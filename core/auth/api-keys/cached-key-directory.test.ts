import { describe, expect, it } from 'vitest';
import { silent } from '../../../test/support/identity.js';
import { instant } from '../../../test/support/instant.js';
import { ownText } from '../../contract/stored-text.js';
import { SCOPES } from '../../principal/scopes.js';
import { SimulatedClock } from '../../time/clock.js';
import { CACHED_MS } from '../credential-cache.js';
import { KeyDirectory } from './cached-key-directory.js';
import { generateApiKey } from './format.js';
import type { ApiKeyReading } from './store.js';

describe('KeyDirectory', () => {
  it('reads the database once for all waiting requests, and not again while the reading is fresh', async () => {
    const { directory, database, key, moveTo } = scene();
    const waiting = Promise.all([directory.validKey(key.prefix), directory.validKey(key.prefix)]);
    await database.answer();
    expect((await waiting).map((record) => record?.prefix)).toEqual([key.prefix, key.prefix]);
    moveTo(CACHED_MS - 1);
    expect(await directory.validKey(key.prefix)).toBeDefined();
    expect(database.asked).toBe(1);
  });

  it('counts the second from the start of the read, not from its end', async () => {
    const { directory, database, key, moveTo } = scene();
    const first = directory.validKey(key.prefix);
    moveTo(600);
    await database.answer();
    expect(await first).toBeDefined();
    database.row = { ...key, revokedAt: instant('2026-01-15T12:00:00.000Z') };
    moveTo(CACHED_MS);
    const second = directory.validKey(key.prefix);
    await database.answer();
    expect(await second).toBeUndefined();
  });

  it('does not trust a reading that took longer than that second, and reads again', async () => {
    const { directory, database, key, moveTo } = scene();
    const found = directory.validKey(key.prefix);
    moveTo(CACHED_MS);
    database.row = { ...key, revokedAt: instant('2026-01-15T12:00:00.000Z') };
    await database.answer();
    await database.answer();
    expect(await found).toBeUndefined();
    expect(database.asked).toBe(2);
  });

  it('answers service_unavailable when the database never answers in time, or fails', async () => {
    const slow = scene();
    const refused = expect(slow.directory.validKey(slow.key.prefix)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    for (const time of [1_000, 2_000, 3_000]) {
      slow.moveTo(time);
      await slow.database.answer();
    }
    await refused;

    const broken = scene();
    const failed = expect(broken.directory.validKey(broken.key.prefix)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await broken.database.fail();
    await failed;
    const recovered = broken.directory.validKey(broken.key.prefix);
    await broken.database.answer();
    expect(await recovered).toBeDefined();
  });

  it('does not wait for a reading that would be too old: a frozen database is service_unavailable', async () => {
    const { directory, database, key } = scene();
    await expect(directory.validKey(key.prefix)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(database.asked).toBe(3);
  });

  it('never caches a miss: a key works as soon as it is committed', async () => {
    const { directory, database, key } = scene();
    database.row = undefined;
    const before = directory.validKey(key.prefix);
    await database.answer();
    expect(await before).toBeUndefined();
    database.row = key;
    const after = directory.validKey(key.prefix);
    await database.answer();
    expect(await after).toBeDefined();
  });

  it('does not answer a call with a miss that was read before the key existed', async () => {
    const { directory, database, key, moveTo } = scene();
    database.row = undefined;
    const early = directory.validKey(key.prefix);
    moveTo(5);
    const late = directory.validKey(key.prefix);
    database.row = key;
    await database.answer();
    expect(await early).toBeUndefined();
    await database.answer();
    expect(await late).toBeDefined();
  });

  it('drops a key at once, including a reading in progress', async () => {
    const { directory, database, key } = scene();
    const underWay = directory.validKey(key.prefix);
    directory.drop(key.prefix);
    await database.answer();
    await underWay;
    database.row = { ...key, revokedAt: instant('2026-01-15T12:00:00.000Z') };
    const next = directory.validKey(key.prefix);
    await database.answer();
    expect(await next).toBeUndefined();
  });

  it('with onlyKnown, reads nothing for a guessed secret, and reads as usual for the holder of a cached key', async () => {
    const { directory, database, key, plaintext, moveTo } = scene();
    const guesses = [
      [key.prefix, plaintext],
      [generateApiKey().prefix, plaintext],
    ] as const;
    for (const [prefix, secret] of guesses)
      expect(await directory.keyOfPlaintext(prefix, secret, true)).toBeUndefined();
    expect(database.asked).toBe(0);
    const met = directory.keyOfPlaintext(key.prefix, plaintext);
    await database.answer();
    expect(await met).toBeDefined();
    moveTo(10 * CACHED_MS);
    expect(await directory.keyOfPlaintext(key.prefix, generateApiKey().plaintext, true)).toBeUndefined();
    expect(database.asked).toBe(1);
    database.row = { ...key, revokedAt: instant('2026-01-15T12:00:00.000Z') };
    const known = directory.keyOfPlaintext(key.prefix, plaintext, true);
    await database.answer();
    expect(await known).toBeUndefined();
    expect(database.asked).toBe(2);
  });

  it('checks the expiry at every use, by the injected clock', async () => {
    const { directory, database, key, clock } = scene();
    database.row = { ...key, expiresAt: instant('2026-01-15T12:00:30.000Z') };
    const first = directory.validKey(key.prefix);
    await database.answer();
    expect(await first).toBeDefined();
    clock.moveTo('2026-01-15T12:00:29.999Z');
    expect(await directory.validKey(key.prefix)).toBeDefined();
    clock.moveTo('2026-01-15T12:00:30Z');
    expect(await directory.validKey(key.prefix)).toBeUndefined();
    expect(database.asked).toBe(1);
  });

  it('refuses a wrong secret, a key without organizations, and text that cannot be a prefix', async () => {
    const { directory, database, key, plaintext } = scene();
    const right = directory.keyOfPlaintext(key.prefix, plaintext);
    await database.answer();
    expect((await right)?.prefix).toBe(key.prefix);
    expect(await directory.keyOfPlaintext(key.prefix, `${plaintext.slice(0, -1)}!`)).toBeUndefined();
    expect(await directory.keyOfPlaintext('not a prefix', plaintext)).toBeUndefined();
    expect(database.asked).toBe(1);

    directory.drop(key.prefix);
    database.row = { ...key, hasActiveOrganization: false };
    const homeless = directory.validKey(key.prefix);
    await database.answer();
    expect(await homeless).toBeUndefined();
  });

  it('has two principals per key: one with its own scopes, one with every read scope; unknown scopes are ignored', async () => {
    const { directory, database, key } = scene();
    database.row = { ...key, scopes: ['autopay:write', 'of_a_later_version:write'] };
    const found = directory.validKey(key.prefix);
    await database.answer();
    const record = await found;
    expect(record?.principal).toEqual({
      kind: 'api_key',
      actor: key.prefix,
      organizationIds: ['A', 'B'],
      scopes: ['autopay:write'],
    });
    const everyRead = SCOPES.filter((scope) => scope.endsWith(':read'));
    expect(new Set(record?.reportingPrincipal.scopes)).toEqual(new Set(['autopay:write', ...everyRead]));
  });

  it('keeps a bounded number of keys', async () => {
    const keys = Array.from({ length: 5 }, () => stored(generateApiKey()));
    let asked = 0;
    const directory = new KeyDirectory({
      read: async (prefix) => {
        asked += 1;
        return keys.find((key) => key.prefix === prefix);
      },
      clock: new SimulatedClock('2026-01-15T12:00:00Z'),
      logger: silent,
      monotonic: () => 0,
      size: 3,
    });
    for (const key of keys) await directory.validKey(key.prefix);
    for (const key of keys) await directory.validKey(key.prefix);
    expect(asked).toBe(10);
  });
});

function scene() {
  const clock = new SimulatedClock('2026-01-15T12:00:00Z');
  const fresh = generateApiKey();
  const key = stored(fresh);
  const database = new HeldDatabase(key);
  let time = 0;
  const directory = new KeyDirectory({
    read: () => database.read(),
    clock,
    logger: silent,
    monotonic: () => time,
  });
  const moveTo = (to: number) => {
    time = to;
  };
  return { clock, directory, database, key, plaintext: fresh.plaintext, moveTo };
}

function stored({ prefix, hash }: { readonly prefix: string; readonly hash: Buffer }): ApiKeyReading {
  const nothing = {
    createdAt: instant('2026-01-01T00:00:00.000Z'),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    hasActiveOrganization: true,
  };
  return { prefix, name: ownText('a key'), hash, organizationIds: ['A', 'B'], scopes: [], ...nothing };
}

/** Reads the row at once, as a snapshot does, and answers when the test releases it. */
class HeldDatabase {
  asked = 0;
  row: ApiKeyReading | undefined;
  #pending: { answer: () => void; fail: () => void } | undefined;

  constructor(row: ApiKeyReading) {
    this.row = row;
  }

  read(): Promise<ApiKeyReading | undefined> {
    this.asked += 1;
    const seen = this.row;
    return new Promise((resolve, reject) => {
      this.#pending = { answer: () => resolve(seen), fail: () => reject(new Error('connection refused')) };
    });
  }

  async answer(): Promise<void> {
    this.#pending?.answer();
    await new Promise(setImmediate);
  }

  async fail(): Promise<void> {
    this.#pending?.fail();
    await new Promise(setImmediate);
  }
}
