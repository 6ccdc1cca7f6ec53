import pg from 'pg';
import type { RemoteKindName } from '../../connectors/loan-systems/kinds.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { updateOrganization } from '../../subgraphs/servicing/platform/organization/update-organization.js';
import { addLoanSystem } from './add-loan-system.js';
import { Api, type ApiAnswer } from './api.js';
import type { TestDatabase } from './database.js';
import { mapConcurrently } from './map-concurrently.js';
import { openStandIn, REMOTE_KINDS, type RemoteStandIn } from './remote-stand-ins.js';
import { openTestInstance, type TestInstance } from './test-instance.js';

export interface RestoreOptions {
  /** An empty, migrated database; the backup is made beside it. */
  readonly database: Pick<TestDatabase, 'url' | 'runUrl'>;
  /** After the backup, over all kinds of loan systems. */
  readonly payments: number;
  /** Half of payments that the backup has, half of later ones. */
  readonly reversals: number;
  readonly atATime: number;
  /** Whether the operator says that the organization recovers. Default true. */
  readonly isRecovering?: boolean;
  readonly say?: (line: string) => void;
}

type Kind = 'ledger' | RemoteKindName;
const KINDS: readonly Kind[] = ['ledger', ...REMOTE_KINDS];

/** What became of the requests on one kind of loan system. */
export interface RestoredKind {
  readonly payments: number;
  /** Postings beyond one per payment. */
  readonly doubled: number;
  /** Payments that have no posting, or no answer of success. */
  readonly lost: number;
  readonly idsKept: number;
  readonly reversals: number;
  /** Reversals that are answered as done when they are repeated. */
  readonly reversed: number;
}

interface Payment {
  readonly kind: Kind;
  readonly account: string;
  readonly key: string;
  readonly amount: number;
  readonly isBackedUp: boolean;
  id: string;
}

const LOANS = 10;
const PRINCIPAL_CENTS = 1_000_000_000;
const SECRET = 'the secret of the proof of restores that both databases share';

/**
 * Records payments and reversals, sets the database back to a backup from before most of them, and lets every client
 * send every request again.
 */
export async function proveRestore(options: RestoreOptions): Promise<Readonly<Record<Kind, RestoredKind>>> {
  const { database, atATime, say = () => undefined, isRecovering = true } = options;
  const systems = new Map<Kind, RemoteStandIn>();
  for (const kind of REMOTE_KINDS) systems.set(kind, await openStandIn(kind, false));
  const environment = Object.assign(
    { POSTING_REFERENCE_SECRET: SECRET, CURSOR_SIGNING_SECRET: SECRET.toUpperCase(), LOAN_SYSTEM_TIMEOUT_MS: '30000' },
    ...[...systems.values()].map((system) => system.environment),
  );
  const open = ({ url, runUrl }: RestoreOptions['database']) =>
    openTestInstance({ database: { url, runUrl, drop: async () => undefined }, environment, worker: false });
  const backup = { url: beside(database.url), runUrl: beside(database.runUrl) };
  try {
    const first = await open(database);
    const lender = await first.lender();
    const key = await lender.key();
    const accounts = await borrow(first, lender, systems);
    const plan = planned(accounts, options);
    const { before, after } = plan;
    await record(await Api.exchange(first.baseUrl, key), before, atATime);
    await first.close();
    await copied(database.url, backup.url);

    say('the backup is made; payments and reversals follow');
    const later = await open(database);
    const api = await Api.exchange(later.baseUrl, key);
    await record(api, after, atATime);
    await reverse(api, plan.reversed, atATime);
    await later.close();

    say('the database is restored; every client repeats its requests');
    const restored = await open(backup);
    if (isRecovering) {
      const recoveringSince = new Date(Date.now() - 600_000).toISOString();
      await updateOrganization(restored.resources, systemPrincipal('proof'), lender.organizationId, {
        recoveringSince,
      });
    }
    const known = new Map(after.map((payment) => [payment.key, payment.id]));
    const again = await Api.exchange(restored.baseUrl, key);
    const answers = await record(again, after, atATime);
    const undone = await reverse(again, plan.reversed, atATime);
    const ledger = await ledgerPostings(restored);
    await restored.close();
    return Object.fromEntries(
      KINDS.map((kind) => {
        const own = after.filter((payment) => payment.kind === kind);
        const postings = kind === 'ledger' ? ledger : remotePostings(systems.get(kind));
        const wanted = own.length + before.filter((payment) => payment.kind === kind).length;
        const reversals = plan.reversed.filter((payment) => payment.kind === kind);
        return [
          kind,
          {
            payments: own.length,
            doubled: Math.max(0, postings - wanted),
            lost: Math.max(0, wanted - postings) + own.filter(({ key }) => answers.get(key)?.status !== 201).length,
            idsKept: own.filter(({ key, id }) => known.get(key) === id).length,
            reversals: reversals.length,
            reversed: reversals.filter(({ key }) => undone.get(key)?.json.status === 'reversed').length,
          },
        ];
      }),
    ) as Record<Kind, RestoredKind>;
  } finally {
    await Promise.all([...systems.values()].map((system) => system.close()));
    await onServer(database.url, `drop database if exists ${nameOf(backup.url)} with (force)`);
  }
}

async function borrow(
  { resources }: TestInstance,
  lender: Awaited<ReturnType<TestInstance['lender']>>,
  systems: ReadonlyMap<Kind, RemoteStandIn>,
): Promise<ReadonlyMap<Kind, readonly string[]>> {
  const accounts = new Map<Kind, readonly string[]>();
  accounts.set('ledger', await mapConcurrently(Array(LOANS).fill(0), 1, () => lender.ledgerAccount(PRINCIPAL_CENTS)));
  for (const [kind, system] of systems) {
    for (let made = 0; made < LOANS; made += 1) system.makeLoan(PRINCIPAL_CENTS);
    await addLoanSystem(resources, system, { code: kind, organizationId: lender.organizationId });
    const { rows } = await resources.pool.query('select id from account where loan_system_code = $1', [kind]);
    accounts.set(
      kind,
      rows.map(({ id }) => id),
    );
  }
  return accounts;
}

function planned(accounts: ReadonlyMap<Kind, readonly string[]>, { payments, reversals }: RestoreOptions) {
  const made = (count: number, isBackedUp: boolean): Payment[] =>
    Array.from({ length: count }, (_, n) => {
      const kind = KINDS[n % KINDS.length] ?? 'ledger';
      const account = accounts.get(kind)?.[Math.floor(n / KINDS.length) % LOANS] ?? '';
      return { kind, account, key: `${isBackedUp ? 'before' : 'after'} ${n}`, amount: 100 + n, isBackedUp, id: '' };
    });
  const [before, after] = [made(Math.ceil(reversals / 2), true), made(payments, false)];
  return { before, after, reversed: [...before, ...after.slice(0, Math.floor(reversals / 2))] };
}

/** Also keeps the id of each answer, as a client does. */
async function record(
  api: Api,
  payments: readonly Payment[],
  atATime: number,
): Promise<ReadonlyMap<string, ApiAnswer>> {
  const answers = new Map<string, ApiAnswer>();
  await mapConcurrently(payments, atATime, async (payment) => {
    const answer = await api.record(payment.account, { amount_cents: payment.amount }, payment.key);
    answers.set(payment.key, answer);
    payment.id = answer.json.payment_id ?? payment.id;
  });
  return answers;
}

async function reverse(
  api: Api,
  payments: readonly Payment[],
  atATime: number,
): Promise<ReadonlyMap<string, ApiAnswer>> {
  const answers = new Map<string, ApiAnswer>();
  await mapConcurrently(payments, atATime, async ({ id, key }) => {
    answers.set(key, await api.reverse(id, {}, `reversal of ${key}`));
  });
  return answers;
}

async function ledgerPostings({ resources }: TestInstance): Promise<number> {
  const { rows } = await resources.pool.query(`select count(*)::int as count from ledger_entry where type = 'payment'`);
  return rows[0].count;
}

function remotePostings(system: RemoteStandIn | undefined): number {
  return (system?.loans() ?? []).reduce(
    (sum, loan) => sum + Object.keys(system?.booksOf(loan).payments ?? {}).length,
    0,
  );
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

function beside(address: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname}_backup`;
  return url.href;
}

/** A copy of a database without open sessions. */
function copied(url: string, copy: string): Promise<void> {
  return onServer(url, `create database ${nameOf(copy)} template ${nameOf(url)} strategy file_copy`);
}

async function onServer(address: string, sql: string): Promise<void> {
  const url = new URL(address);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
