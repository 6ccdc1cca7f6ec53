import { z } from 'zod';

/** The parameters of an address that the database driver uses and that do not affect what the product relies on. */
const SUPPORTED: ReadonlySet<string> = new Set([
  ...['host', 'port', 'user', 'password', 'application_name', 'fallback_application_name'],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
]);

/**
 * Parameters in the addresses of hosted databases that the driver ignores. Ignoring them is safe and changes no
 * result.
 */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  ...['channel_binding', 'connect_timeout', 'target_session_attrs', 'gssencmode', 'client_encoding'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count'],
]);

const OWN_SCHEMA = 'Tributary keeps its tables in the schema public: give it a database of its own';
const OWN_POOL = 'the size of the pool is DATABASE_POOL_SIZE';
const OWN_LIMITS = 'Tributary sets its own time limits';

/** What to do instead. These are parameters for other programs, which the driver would silently ignore. */
const INSTEAD: Readonly<Record<string, string>> = {
  schema: OWN_SCHEMA,
  search_path: OWN_SCHEMA,
  currentSchema: OWN_SCHEMA,
  options: 'Tributary sets what its sessions need; set your own values on the role (ALTER ROLE … SET)',
  connection_limit: OWN_POOL,
  pool_size: OWN_POOL,
  max: OWN_POOL,
  pool_timeout: OWN_LIMITS,
  socket_timeout: OWN_LIMITS,
  statement_timeout: OWN_LIMITS,
  lock_timeout: OWN_LIMITS,
  idle_in_transaction_session_timeout: OWN_LIMITS,
  query_timeout: OWN_LIMITS,
  pgbouncer: 'Tributary needs dedicated sessions (pool_mode = session), which need no parameter',
  sslaccept: 'use sslmode',
  sslpassword: 'use a key without a password',
};

/** A Postgres address in which every parameter either takes effect or is known to be harmless. */
export const databaseAddress = () =>
  z.url({ protocol: /^postgres(ql)?$/, message: 'must be a postgres:// address' }).superRefine((address, context) => {
    for (const message of parameterProblems(address)) context.addIssue({ code: 'custom', message });
  });

/**
 * One sentence for each parameter that would have no effect. Only names from the lists above are shown: if a password
 * is not percent-encoded, part of it may be read as a parameter's name.
 */
function parameterProblems(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const problems = [...new URL(address).searchParams].flatMap(([name, value]) => {
    if (SUPPORTED.has(name) || WITHOUT_EFFECT.has(name) || (name === 'schema' && value === 'public')) return [];
    const instead = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
    return instead === undefined
      ? [`has a parameter that is not supported; supported are: ${[...SUPPORTED].join(', ')}`]
      : [`must not have the parameter ${name}: ${instead}`];
  });
  return [...new Set(problems)];
}
