import type { Principal } from '../principal/principal.js';
import { namesOrganizations, type OrganizationRule, organizationFilter, scopeRuleOf } from './organization-scope.js';
import type { Models } from './prisma-models.js';

/** One call of a Prisma model, as a query extension sees it. */
export interface ModelCall {
  readonly model: string;
  readonly operation: string;
  readonly args: unknown;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Operations that choose rows by `where`. */
const CHOOSING = new Set([
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'count',
  'aggregate',
  'groupBy',
  'update',
  'updateMany',
  'updateManyAndReturn',
  'upsert',
  'delete',
  'deleteMany',
]);
const CREATING = new Set(['create', 'createMany', 'createManyAndReturn']);

/** What a caller may reach. */
export interface Reach extends Pick<Principal, 'organizationIds'> {
  /** The ids of all organizations; asked only for one who sees all, and only where a query names no organization. */
  readonly everyOrganization: () => Promise<readonly string[]>;
}

/**
 * The arguments of a call, kept inside the caller's allowlist. One who sees all is kept among all organizations: nothing is left
 * out by that, but every key begins with one, and a query without any would walk whole tables.
 *
 * @throws {Error} for a model without a rule, an operation that is not known here, a row written to an organization outside
 * the allowlist, a nested write, and a relation from an unscoped model to a scoped one: bugs of ours, not of a client.
 */
export function withinScope<A>(models: Models, reach: Reach, call: ModelCall & { readonly args: A }): Promise<A>;
export async function withinScope(models: Models, reach: Reach, call: ModelCall): Promise<unknown> {
  const rule = scopeRuleOf(call.model);
  const args = call.args ?? {};
  if (!isArguments(args)) throw new Error(`${call.model}.${call.operation} was not given a plain object`);
  refuseCrossings(models, call.model, args);
  refuseNestedWrites(models, call.model, args);
  if ('unscoped' in rule) return call.args;

  // Whoever sees all may write anywhere; that there is such an organization, the foreign key says.
  if (reach.organizationIds !== 'all') {
    const scope = { rule, organizationIds: reach.organizationIds };
    for (const row of rowsToWrite(call.operation, args)) requireInside(scope, call.model, row);
  }
  if (CREATING.has(call.operation)) return call.args;
  if (!CHOOSING.has(call.operation)) throw new Error(`${call.model}.${call.operation} has no organization rule`);
  const where = args.where ?? {};
  if (!isArguments(where)) throw new Error('a where that is not a plain object cannot be narrowed');
  if (reach.organizationIds !== 'all') return { ...args, where: narrowed(where, rule, reach.organizationIds) };
  if (namesOrganizations(rule, where)) return call.args;
  return { ...args, where: narrowed(where, rule, await reach.everyOrganization()) };
}

interface Scope {
  readonly rule: OrganizationRule;
  readonly organizationIds: readonly string[];
}

/** The unique part of a `where` stays at its top, where findUnique and update need it. */
function narrowed(where: Arguments, rule: OrganizationRule, organizationIds: readonly string[]): Arguments {
  return { ...where, AND: [organizationFilter(rule, organizationIds), ...list(where.AND)] };
}

/** Rows to be created, which must name their organization, and changes, which must not move a row out. */
function rowsToWrite(operation: string, args: Arguments): readonly { values: Arguments; isNew: boolean }[] {
  const isNew = CREATING.has(operation);
  const changes = [...list(args.data), ...list(args.update)].filter(isArguments).map((values) => ({ values, isNew }));
  const creations = list(args.create)
    .filter(isArguments)
    .map((values) => ({ values, isNew: true }));
  return [...changes, ...creations];
}

function requireInside(
  { rule, organizationIds }: Scope,
  model: string,
  row: { values: Arguments; isNew: boolean },
): void {
  const value = row.values[rule.column];
  if (value === undefined && !row.isNew) return;
  const named = isArguments(value) ? value.set : value;
  if (typeof named !== 'string' || !organizationIds.includes(named)) {
    throw new Error(`${model}: a row would be written outside the caller's organizations`);
  }
}

/** Extensions do not see nested writes, and connecting a foreign row would move it: rows are written one model at a time. */
function refuseNestedWrites(models: Models, model: string, args: Arguments): void {
  const fields = models.get(model);
  for (const written of [...list(args.data), ...list(args.create), ...list(args.update)]) {
    const relation =
      isArguments(written) && Object.keys(written).find((key) => fields?.get(key)?.relatesTo !== undefined);
    if (relation) throw new Error(`${model}.${relation} is written through a relation; write it by its own model`);
  }
}

/**
 * Between scoped models the composite foreign keys keep relations inside one organization. A way through an unscoped model
 * would lead out, wherever in the arguments it stands: include, select, where, orderBy, _count.
 */
function refuseCrossings(models: Models, model: string, value: unknown): void {
  if (Array.isArray(value)) {
    for (const element of value) refuseCrossings(models, model, element);
    return;
  }
  if (!isArguments(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const target = models.get(model)?.get(key)?.relatesTo;
    if (target !== undefined && isUnscoped(model) && !isUnscoped(target)) {
      throw new Error(`${model}.${key} leads from an unscoped model to ${target}`);
    }
    refuseCrossings(models, target ?? model, inner);
  }
}

function isUnscoped(model: string): boolean {
  return 'unscoped' in scopeRuleOf(model);
}

function list(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** Plain objects only: dates, bytes and decimals are values. */
function isArguments(value: unknown): value is Arguments {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
