import { z } from 'zod';

/** The parameters of an address that the database driver uses, and that change nothing which the product relies on. */
const SUPPORTED: ReadonlySet<string> = new Set([
  ...['host', 'port', 'user', 'password', 'application_name', 'fallback_application_name'],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
]);

/** Hints of hosted databases' addresses that the driver does not know: without them everything is as safe and as right. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  ...['channel_binding', 'connect_timeout', 'target_session_attrs', 'gssencmode', 'client_encoding'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count'],
]);

const OWN_SCHEMA = 'Tributary keeps its tables in the schema public: give it a database of its own';
const OWN_POOL = 'the size of the pool is DATABASE_POOL_SIZE';
const OWN_LIMITS = 'Tributary sets its own time limits';

/** What to do instead. Parameters of other programs' addresses: without an error they would have no effect. */
const INSTEAD: Readonly<Record<string, string>> = {
  schema: OWN_SCHEMA,
  search_path: OWN_SCHEMA,
  currentSchema: OWN_SCHEMA,
  options: 'Tributary sets what its sessions need; settings of your own belong to the role (ALTER ROLE … SET)',
  connection_limit: OWN_POOL,
  pool_size: OWN_POOL,
  max: OWN_POOL,
  pool_timeout: OWN_LIMITS,
  socket_timeout: OWN_LIMITS,
  statement_timeout: OWN_LIMITS,
  lock_timeout: OWN_LIMITS,
  idle_in_transaction_session_timeout: OWN_LIMITS,
  query_timeout: OWN_LIMITS,
  pgbouncer: 'Tributary needs sessions of its own (pool_mode = session), and then needs no parameter',
  sslaccept: 'use sslmode',
  sslpassword: 'use a key without a password',
};

/** An address of Postgres without a parameter that would have to have an effect and has none. */
export const databaseAddress = () =>
  z.url({ protocol: /^postgres(ql)?$/, message: 'must be a postgres:// address' }).superRefine((address, context) => {
    for (const message of parameterProblems(address)) context.addIssue({ code: 'custom', message });
  });

/**
 * One sentence for each parameter that would have no effect. Only names from the lists above are shown: with a password that was not
 * percent-encoded, part of it may be read as a parameter's name.
 */
function parameterProblems(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const problems = [...new URL(address).searchParams].flatMap(([name, value]) => {
    if (SUPPORTED.has(name) || WITHOUT_EFFECT.has(name) || (name === 'schema' && value === 'public')) return [];
    const instead = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
    return instead === undefined
      ? [`has a parameter that is not supported; these are: ${[...SUPPORTED].join(', ')}`]
      : [`must not have the parameter ${name}: ${instead}`];
  });
  return [...new Set(problems)];
}
