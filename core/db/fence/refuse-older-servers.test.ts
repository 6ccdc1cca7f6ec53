import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { silent } from '../../../test/support/identity.js';
import { Fence } from './refuse-older-servers.js';
import { StaleServerError } from './stale-server-error.js';

let fence: Fence;
beforeEach(() => {
  fence = new Fence(silent);
});

interface Row {
  readonly system: string;
  readonly timeline: string | null;
  readonly position: number | null;
}

const at = (timeline: number, position: number, system = '7'): Row => ({
  system,
  timeline: timeline.toString(16).padStart(8, '0'),
  position,
});
const connection = (row: Row | Promise<Row>) => ({ query: async () => ({ rows: [(await row) as never] }) });
const failing = (error: Error) => ({ query: () => Promise.reject(error) });
const refusal = (code: string) => Object.assign(new pg.DatabaseError(code, code.length, 'error'), { code });
const admitted = async (row: Row | Promise<Row>) => {
  const client = connection(row);
  await fence.admit(client, 1_000);
  return client;
};

describe('a process that has used a server', () => {
  beforeEach(() => admitted(at(0x1f, 1_000)));

  it.each([
    ['the same server, further on', at(0x1f, 2_000)],
    ['the same server, unchanged', at(0x1f, 1_000)],
    ['a promoted standby, before the position that the old primary reached', at(0x20, 900)],
    ['a standby of it', { system: '7', timeline: null, position: null }],
  ])('takes %s', async (_, row) => {
    await expect(admitted(row)).resolves.toBeDefined();
  });

  it.each([
    [
      'one of an earlier timeline, however far',
      at(0x1e, 9_000),
      'at timeline 30, 0/2328, earlier than timeline 31, 0/3E8',
    ],
    [
      'a server that was restored to an earlier state',
      at(0x1f, 999),
      'at timeline 31, 0/3E7, earlier than timeline 31, 0/3E8',
    ],
    ['another cluster', at(0x1f, 2_000, '8'), 'another cluster (8) than before (7)'],
    ['a standby of another cluster', { system: '8', timeline: null, position: null }, 'another cluster (8)'],
  ])('refuses %s', async (_, row, words) => {
    await expect(admitted(row)).rejects.toThrow(words);
    await expect(admitted(row)).rejects.toThrow(StaleServerError);
  });

  it('logs it once, and again after another server was accepted in between', async () => {
    const error = vi.spyOn(silent, 'error');
    const old = () => admitted(at(0x1e, 1)).catch(() => undefined);
    await old();
    await old();
    expect(error).toHaveBeenCalledTimes(1);
    await admitted(at(0x1f, 3_000));
    await old();
    expect(error).toHaveBeenCalledTimes(2);
    error.mockRestore();
  });
});

it('two connections that open at once may be answered in either order', async () => {
  await admitted(at(1, 1_000));
  let answer = (_: Row): void => undefined;
  const slow = admitted(
    new Promise<Row>((resolve) => {
      answer = resolve;
    }),
  );
  await admitted(at(1, 2_000));
  answer(at(1, 1_500));
  await expect(slow).resolves.toBeDefined();
});

it('a connection is stale when a later timeline was seen after it was opened', async () => {
  const [old, standby] = [
    await admitted(at(1, 1_000)),
    await admitted({ system: '7', timeline: null, position: null }),
  ];
  expect(fence.isStale(old)).toBe(false);
  const promoted = await admitted(at(2, 900));
  expect([old, promoted, standby, {}].map((client) => fence.isStale(client))).toEqual([true, false, false, false]);
});

it('if the role lacks the permission, or the server the function, this is logged once and every connection is accepted', async () => {
  const warn = vi.spyOn(silent, 'warn');
  await admitted(at(2, 1_000));
  for (const _ of [1, 2]) await fence.admit(failing(refusal('42501')), 1_000);
  await admitted(at(1, 1));
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

it('another server error refuses only this connection: the next one is checked again', async () => {
  await admitted(at(2, 1_000));
  await expect(fence.admit(failing(refusal('53000')), 1_000)).rejects.toMatchObject({ code: 'service_unavailable' });
  await expect(admitted(at(1, 1))).rejects.toThrow(StaleServerError);
});

it.each([
  ['the network loses it', Object.assign(new Error('lost'), { code: 'ECONNRESET' })],
  ['the server is being stopped', refusal('57P01')],
  ['the driver has closed it', new Error('Client was closed and is not queryable')],
])('a connection that ends during the check is refused, and the next one is checked again: %s', async (_, lost) => {
  await admitted(at(2, 1_000));
  await expect(fence.admit(failing(lost), 1_000)).rejects.toThrow(lost);
  await expect(admitted(at(1, 1))).rejects.toThrow(StaleServerError);
});
