import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { ACCRUE_TO, APPLICATION_ORDERS, DAY_COUNTS, PAYOFF_RULES } from '../../core/contract/ledger-product.js';
import { Problem } from '../../core/errors/problem.js';
import type { Principal } from '../../core/principal/principal.js';
import type { LedgerProductRow } from '../../ledger/product/ledger-product.store.js';
import { ledgerOf } from '../../runtime/assembly/services/ledger.js';
import { withSession } from '../../runtime/command-session.js';
import type { LedgerProductService } from '../../subgraphs/servicing/ledger-api/product/ledger-product.service.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';

/** `ledger products`: the terms of a lender's loans. */
export function registerLedgerProducts(ledger: Command): void {
  const products = ledger.command('products').description('kinds of loans and their terms, in versions');
  registerAdd(products);
  registerList(products);
  registerShow(products);
  registerRevise(products);
}

interface TermOptions {
  readonly dayCount?: string;
  readonly applicationOrder?: string;
  readonly nsfFeeCents?: number;
  readonly lateFeeCents?: number;
  readonly lateFeeGraceDays?: number;
  readonly chargeOffAtDays?: number | 'never';
  readonly toleranceCents?: number;
  readonly payoffRule?: string;
  readonly accrueTo?: string;
  readonly key?: string;
  /** `withAnswer` reads it. */
  readonly json?: boolean;
}

function withTerms(command: Command): Command {
  return command
    .addOption(new Option('--day-count <rule>', 'day count of the interest').choices(DAY_COUNTS))
    .addOption(new Option('--application-order <order>', 'how payments are allocated').choices(APPLICATION_ORDERS))
    .option('--nsf-fee-cents <cents>', 'fee for a returned payment', whole)
    .option('--late-fee-cents <cents>', 'fee for a late installment', whole)
    .option('--late-fee-grace-days <days>', 'calendar days after the due date before the late fee', whole)
    .option(
      '--charge-off-at-days <days>',
      'days past due at which the loan is charged off; `never` turns this off',
      daysOrNever,
    )
    .option('--tolerance-cents <cents>', 'the shortfall up to which an installment is not late', whole)
    .addOption(
      new Option('--payoff-rule <rule>', 'whether a payoff includes the interest of its own day').choices(PAYOFF_RULES),
    )
    .addOption(new Option('--accrue-to <day>', 'the day up to which a payment accrues interest').choices(ACCRUE_TO))
    .option('--key <key>', 'the Idempotency-Key: a repeated command with the same key runs only once');
}

function registerAdd(products: Command): void {
  const command = withTerms(
    products
      .command('add')
      .description('create a product; omitted terms default to those of loans without a product')
      .requiredOption('--organization <id>', 'the lender')
      .requiredOption('--code <code>', 'the code that loans and files refer to')
      .requiredOption('--name <name>', 'the display name'),
  );
  withAnswer(command, async () => {
    const { organization, code, name, ...terms } = command.opts<
      TermOptions & { readonly organization: string; readonly code: string; readonly name: string }
    >();
    const { key, ...body } = bodyOf({ ...terms });
    const request = {
      idempotencyKey: key ?? randomUUID(),
      body: { organization_id: organization, code, name, ...body },
    };
    const made = await withProducts((products) => products.create(servicer(), request)).catch(refusal);
    return { document: JSON.parse(made.answer.body), text: `${made.resource.id}\n\nThe product ${code}, version 1.` };
  });
}

function registerList(products: Command): void {
  const command = products
    .command('list')
    .description('list products, newest first')
    .option('--organization <id>', 'only products of this organization');
  withAnswer(command, async () => {
    const { organization } = command.opts<{ readonly organization?: string }>();
    const found = await withProducts((products) => everyProduct(products, organization)).catch(refusal);
    const rows = found.map(({ id, code, name, isActive, currentVersion }) => [
      id,
      code,
      name,
      String(currentVersion),
      isActive ? 'yes' : 'no',
    ]);
    return {
      document: { products: found.map(documentOf) },
      text: table(['ID', 'CODE', 'NAME', 'VERSION', 'ACTIVE'], rows),
    };
  });
}

function registerShow(products: Command): void {
  const command = products
    .command('show')
    .argument('<product-id>', 'the product')
    .description('show a product with all versions of its terms');
  withAnswer(command, async (id = '') => {
    const product = await withProducts((products) => products.one(servicer(), id)).catch(refusal);
    const rows = product.versions.map((version) => Object.values(version).map((value) => String(value ?? 'never')));
    const heads = Object.keys(snakeCased(product.versions[0] ?? {})).map((name) => name.toUpperCase());
    return { document: documentOf(product), text: `${product.code}: ${product.name}\n\n${table(heads, rows)}` };
  });
}

function registerRevise(products: Command): void {
  const command = withTerms(
    products
      .command('revise')
      .argument('<product-id>', 'the product')
      .description('add a version of the terms; existing loans keep theirs'),
  );
  withAnswer(command, async (id = '') => {
    const { key, ...body } = bodyOf(command.opts<TermOptions>());
    const request = { idempotencyKey: key ?? randomUUID(), body };
    const made = await withProducts((products) => products.revise(servicer(), id, request)).catch(refusal);
    const { code, currentVersion } = made.resource;
    return { document: JSON.parse(made.answer.body), text: `${code} is now at version ${currentVersion}.` };
  });
}

function bodyOf({ key, json: _json, chargeOffAtDays: days, ...terms }: TermOptions) {
  const chargeOff = days === undefined ? {} : { charge_off_at_days: days === 'never' ? null : days };
  return { key, ...snakeCased(terms), ...chargeOff };
}

async function everyProduct(products: LedgerProductService, organizationId?: string): Promise<LedgerProductRow[]> {
  const found: LedgerProductRow[] = [];
  let cursor: string | null = null;
  do {
    const page = await products.list(servicer(), { organizationId: organizationId ?? null, cursor });
    found.push(...page.items);
    cursor = page.page.nextCursor;
  } while (cursor !== null);
  return found;
}

function documentOf({ versions, ...product }: LedgerProductRow) {
  return { ...snakeCased(product), versions: versions.map((version) => snakeCased(version)) };
}

function withProducts<T>(work: (products: LedgerProductService) => Promise<T>): Promise<T> {
  return withSession((session) => work(ledgerOf(session).products));
}

/** The command line has the rights of an operator. */
function servicer(): Principal {
  return { ...commandLinePrincipal(), scopes: ['ledger:read', 'ledger:write'] };
}

/** Refusals as one line. Invalid input is reported elsewhere, by field. */
function refusal(error: unknown): never {
  if (!(error instanceof Problem) || error.issues !== undefined) throw error;
  throw new CommandError(`${error.code}: ${error.message}`);
}

function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Keeps the text `never`: commander turns null into an empty text. */
function daysOrNever(text: string): number | 'never' {
  return text === 'never' ? text : whole(text);
}
