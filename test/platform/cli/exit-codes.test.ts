import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requiredSecrets } from '../../../core/config/secrets-needed-by-process.js';
import { command, type Environment } from '../../support/command.js';
import { type CommandHost, openCommandHost } from '../../support/command-host.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;
let folder: string;
let environment: Environment;
let host: CommandHost;

beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'tributary-exit-codes-'));
  environment = { DATABASE_URL: database.url, TRIBUTARY_DATA_DIR: folder, LOG_LEVEL: 'fatal' };
  host = openCommandHost();
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

describe('a command that is called wrongly (2), refused or failed (1): one line says why', () => {
  it.each<[what: string, words: readonly string[], code: number, says: RegExp]>([
    ['an unknown option', ['keys', 'list', '--nothing'], 2, /unknown option/],
    ['a missing required option', ['keys', 'create'], 2, /--organization/],
    ['a missing argument', ['keys', 'revoke'], 2, /prefix/],
    ['nothing to retry', ['jobs', 'retry'], 2, /name the jobs to retry, or give --all/],
    ['a job that did not fail', ['jobs', 'retry', '999999999'], 1, /no failed job has the id 999999999/],
    [
      'a restore in the future',
      ['recovery', 'start', '--since', '2999-01-01T00:00:00Z'],
      1,
      /the time is in the future/,
    ],
    ['a restore without its time', ['recovery', 'start'], 2, /--since/],
    ['a restore of no organization', ['recovery', 'end', '--organization', 'NOPE'], 1, /no organization NOPE/],
    ['an unknown loan system', ['recovery', 'confirm-read', 'NOPE', '--json'], 1, /no remote loan system NOPE/],
    ['nothing to replay', ['campaign-events', 'replay'], 2, /name the events to replay, or give --all/],
    [
      'a token that would last too long, and reach no organization',
      ['operators', 'token', '--role', 'admin', '--ttl', '86401', '--organization', 'X'],
      1,
      /86400 seconds at most.*no organization X/,
    ],
    [
      'a person without a way to sign in, with a role twice',
      ['operators', 'add', '--name', 'Pat', '--role', 'agent', '--role-at', 'X=viewer'],
      1,
      /by an email address or a subject; .*either a role at every organization/,
    ],
    [
      'a person at no organization',
      ['operators', 'add', '--name', 'P', '--email', 'p@x.org', '--role-at', 'X=agent'],
      1,
      /no organization X/,
    ],
    [
      'an unknown person',
      ['operators', 'change', 'NOBODY', '--role', 'agent', '--json'],
      1,
      /no person with the id NOBODY/,
    ],
    ['an unknown person to disable', ['operators', 'disable', 'NOBODY'], 1, /no person with the id NOBODY/],
    ['an unknown role', ['operators', 'token', '--role', 'king'], 2, /viewer, agent, supervisor, admin/],
    ['an unknown subgraph', ['serve', 'subgraph', 'nothing'], 2, /servicing, payments/],
    ['an unknown scope', ['keys', 'create', '--organization', 'X', '--scope', 'all'], 2, /accounts:read/],
    ['an event that was not set aside', ['campaign-events', 'replay', 'NOPE'], 1, /no event was set aside as NOPE/],
    ['the second step of a rotation before the first', ['secrets', 'promote-token-key'], 1, /rotate-token-key/],
    ['rotation of an unknown key', ['keys', 'rotate', 'NOBODY00', '--json'], 1, /no key with the prefix/],
    ['an unknown key', ['keys', 'revoke', 'NOBODY00', '--json'], 1, /no key with the prefix NOBODY00/],
    [
      'an invalid key: every reason at once',
      ['keys', 'create', '--organization', 'X', '--expires-at', '2020-01-01T00:00:00Z', '--json'],
      1,
      /no organization X; .*not in the future/,
    ],
  ])('%s', async (_, words, code, says) => {
    const ended = await host.run(words, environment);
    const document = words.includes('--json') ? { error: expect.stringMatching(says), exit_code: code } : undefined;
    expect([ended.code, ended.stdout === '' ? undefined : JSON.parse(ended.stdout)]).toEqual([code, document]);
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).not.toMatch(/\n {4}at /);
  });

  it('an unknown command, in a separate process', async () => {
    const { code, stdout, stderr } = await command(['nothing'], environment);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/unknown command/);
  });
});

const BAD = {
  PORT: 'harbour',
  LOG_LEVEL: 'deafening',
  DATABASE_URL: 'mysql://u:secret@x/y',
  RATE_LIMIT_API_BURST: '-7',
};
function expectEveryFault(stderr: string): void {
  for (const [name, value] of Object.entries(BAD)) {
    expect(stderr).toContain(`${name}:`);
    expect(stderr).not.toContain(value);
  }
}

describe('an unusable environment: 1', () => {
  it('tributary start › every wrong variable is named at once, and no value is shown', async () => {
    const { code, stderr } = await command(['start'], { ...environment, ...BAD });
    expect(code).toBe(1);
    expectEveryFault(stderr);
  });

  it('tributary keys list --json › every wrong variable is named at once, and no value is shown', async () => {
    const { code, stderr } = await host.run(['keys', 'list', '--json'], { ...environment, ...BAD });
    expect(code).toBe(1);
    expectEveryFault(stderr);
  });

  it('tributary start › production with development defaults: everything missing is named at once', async () => {
    const { code, stderr } = await command(['start'], { TRIBUTARY_DATA_DIR: folder, NODE_ENV: 'production' });
    expect(code).toBe(1);
    for (const name of ['DATABASE_URL', ...requiredSecrets({ tokens: 'issues', captures: true })])
      expect(stderr).toContain(name);
  });

  it('an unreachable database: in one line', async () => {
    const unreachable = { ...environment, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const { code, stderr } = await host.run(['keys', 'list'], unreachable);
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  });
});

describe('a data folder without a database: 1', () => {
  it.each([
    ['keys', 'list'],
    ['keys', 'revoke', 'NOBODY00'],
    ['organizations', 'list'],
  ])('%s %s says so, and creates none', async (...words) => {
    const { code, stdout, stderr } = await host.run(words, { ...environment, DATABASE_URL: '' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `tributary: there is no database in ${folder}: set DATABASE_URL, or run \`npm start\` there first\n`,
    );
    await expect(stat(join(folder, 'postgres'))).rejects.toThrow(/ENOENT/);
  });
});
