import { expect, it } from 'vitest';
import { loadConfig } from './load.js';

const problems = (variables: Readonly<Record<string, string>>) =>
  loadConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://u:p@h/d', ...variables }).then(
    () => [],
    (error: Error) => error.message.split('\n').slice(1),
  );

it.each([
  'postgres://u:p@h/d',
  'postgresql://u:p@h:5432/d?sslmode=verify-full&sslrootcert=/etc/ca.pem&application_name=lender',
  'postgres://u:p@socket/d?host=/var/run/postgresql&port=5433',
  'postgres://u:p@h/d?schema=public',
  'postgres://u:p@h/d?sslmode=require&channel_binding=require&connect_timeout=10',
])('%s is accepted', async (address) => {
  expect(await problems({ DATABASE_URL: address })).toEqual([]);
});

it.each([
  ['schema=lender', 'schema: Tributary keeps its tables in the schema public'],
  ['search_path=lender', 'search_path: Tributary keeps its tables in the schema public'],
  ['options=-csearch_path%3Dlender', 'options: Tributary sets what its sessions need'],
  ['connection_limit=5', 'connection_limit: the size of the pool is DATABASE_POOL_SIZE'],
  ['statement_timeout=5', 'statement_timeout: Tributary sets its own time limits'],
  ['sslmode=require&pgbouncer=true', 'pgbouncer: Tributary needs dedicated sessions'],
])('?%s is refused by name', async (parameters, words) => {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_ADMIN_URL', 'DATABASE_READ_URL']) {
    const found = await problems({ [name]: `postgres://u:p@h/d?${parameters}` });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`  ${name}: must not have the parameter ${words}`);
  }
});

it('an unknown parameter is refused and not shown: it may be part of a password', async () => {
  const found = await problems({ DATABASE_URL: 'postgres://u:1?Geheim@h/d' });
  expect(found).toEqual([
    expect.stringContaining('DATABASE_URL: has a parameter that is not supported; supported are: host'),
  ]);
  expect(found.join()).not.toContain('Geheim');
});
