import type pg from 'pg';
import { withClient } from '../../core/db/with-client.js';
import { DOCUMENT_HASHES } from '../../dashboard/src/generated/document-hashes.js';
import { demoSession } from '../../test/support/demo-session.js';
import { quantile } from '../support/figures.js';
import type { DemoProduct } from './demo-product.js';
import { type Line, lineOf } from './report.js';

type Operation = 'Find' | 'FindPersons' | 'FindByContact';

interface Kind {
  readonly name: string;
  readonly operation: Operation;
  /** Texts to search for; `$1` is their number. */
  readonly texts: string;
}

/** The requests that the search for everything sends for each kind of text. */
const KINDS: readonly Kind[] = [
  name('a name', 'display_name'),
  name(
    'a name, its words in another order',
    "split_part(display_name, ' ', 2) || ' ' || split_part(display_name, ' ', 1)",
  ),
  { ...name('a name: borrowers', 'display_name'), operation: 'FindPersons' },
  found('a contract number', 'account', 'external_contract_number'),
  found('an account number', 'account', 'external_account_number'),
  found('the id of a loan', 'account', 'id'),
  found('the id of a payment', 'collected_payment', 'id'),
  found('a reference of ours or theirs', 'collected_payment', 'external_reference'),
  found('a reference number', 'collected_payment', "'#' || reference_number"),
  found('a check number', 'collected_payment', 'check_number::text'),
  found('an amount', 'collected_payment', "'$' || (amount_cents / 100.0)::numeric(12, 2)"),
  found(
    'four digits and a name',
    'payment_method m join person p on p.id = m.party_id',
    "m.last_four || ' ' || p.display_name",
  ),
  { ...found('an email address, the whole', 'person', 'email'), operation: 'FindByContact' },
  { ...found('a telephone number, the whole', 'person', 'phone'), operation: 'FindByContact' },
];

function name(what: string, text: string): Kind {
  return found(what, 'person', text);
}

function found(what: string, rows: string, text: string): Kind {
  return {
    name: what,
    operation: 'Find',
    texts: `select ${text} as text from ${rows} where ${text} is not null order by md5(${text}) limit $1`,
  };
}

/** Each payment of the bulk history as one that was recorded here, so that there are as many to search. */
const AS_COLLECTED = `
  insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, check_number,
      external_reference, reference_number, status, effective_date, posted_at, recorded_by, settled_at, recorded_on)
    select t.id, t.organization_id, t.account_id, t.amount_cents, 'check', 100000 + row_number() over (),
      'till-' || row_number() over (), 5000000 + row_number() over (), 'posted', t.sort_on, t.effective_at, 'bulk', t.effective_at, t.sort_on
      from transaction t
     where t.type = 'payment' and t.amount_cents > 0 and t.effective_at is not null and not exists (select from collected_payment c where c.id = t.id)`;

export async function collectPayments({ ownerUrl }: DemoProduct): Promise<number> {
  return withClient(ownerUrl, async (client) => (await client.query(AS_COLLECTED)).rowCount ?? 0);
}

/** p95 of each kind of search, by its request alone: without the pause after the last letter. */
export async function searches({ instance, origin }: DemoProduct, rounds: number): Promise<readonly Line[]> {
  const session = await demoSession(origin, 'agent');
  const headers = { 'content-type': 'application/json', cookie: session.cookie, 'x-csrf-token': session.token };
  const lines: Line[] = [];
  for (const kind of KINDS) {
    const texts = await textsOf(instance.resources.pool, kind, rounds);
    const times: number[] = [];
    for (const text of texts) {
      const began = performance.now();
      await asked(origin, headers, kind.operation, text);
      times.push(performance.now() - began);
    }
    // The first one also loads what no later one has to.
    lines.push(lineOf(`search by ${kind.name}: p95`, quantile(times.slice(1), 0.95), 100, 'ms'));
  }
  return lines;
}

async function textsOf(pool: pg.Pool, { texts }: Kind, rounds: number): Promise<readonly string[]> {
  return (await pool.query<{ text: string }>(texts, [rounds + 1])).rows.map(({ text }) => text);
}

async function asked(
  origin: string,
  headers: Readonly<Record<string, string>>,
  operationName: Operation,
  text: string,
) {
  const extensions = { persistedQuery: { version: 1, sha256Hash: DOCUMENT_HASHES[operationName] } };
  const body = JSON.stringify({ operationName, variables: { organizationId: null, text }, extensions });
  const response = await fetch(`${origin}/graphql`, { method: 'POST', headers: { ...headers, origin }, body });
  const { errors } = (await response.json()) as { readonly errors?: unknown };
  if (errors !== undefined) throw new Error(`${operationName}: ${JSON.stringify(errors)}`);
}
