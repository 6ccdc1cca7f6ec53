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

/** Operations that select rows by `where`. */
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

/** The organizations that a caller may reach. */
export interface Reach extends Pick<Principal, 'organizationIds'> {
  /**
   * The ids of all organizations; read only for a caller who sees all, and only where a query names no organization.
   */
  readonly everyOrganization: () => Promise<readonly string[]>;
}

/**
 * The arguments of a call, restricted to the caller's allowlist. A caller who sees all is restricted to the list of
 * all organizations: this excludes nothing, but every key begins with an organization, and a query without one would
 * scan whole tables.
 *
 * @throws {Error} for a model without a rule, an unknown operation, a row written to an organization outside the
 * allowlist, a nested write, and a relation from an unscoped model to a scoped one: these are bugs, not client
 * errors.
 */
export function withinScope<A>(models: Models, reach: Reach, call: ModelCall & { readonly args: A }): Promise<A>;
export async function withinScope(models: Models, reach: Reach, call: ModelCall): Promise<unknown> {
  const rule = scopeRuleOf(call.model);
  const args = call.args ?? {};
  if (!isArguments(args)) throw new Error(`${call.model}.${call.operation} was not given a plain object`);
  refuseCrossings(models, call.model, args);
  refuseNestedWrites(models, call.model, args);
  if ('unscoped' in rule) return call.args;

  // A caller who sees all may write to any organization; the foreign key checks that it exists.
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

/** Rows to create, which must name their organization, and changes, which must not move a row to another one. */
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

/**
 * Extensions do not see nested writes, and connecting a row of another organization would move it: rows are written
 * one model at a time.
 */
function refuseNestedWrites(models: Models, model: string, args: Arguments): void {
  const fields = models.get(model);
  for (const written of [...list(args.data), ...list(args.create), ...list(args.update)]) {
    const relation =
      isArguments(written) && Object.keys(written).find((key) => fields?.get(key)?.relatesTo !== undefined);
    if (relation) throw new Error(`${model}.${relation} is written through a relation; write it by its own model`);
  }
}

/**
 * Between scoped models the composite foreign keys keep relations inside one organization. A path through an unscoped
 * model would leave it, wherever it occurs in the arguments: include, select, where, orderBy, _count.
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
