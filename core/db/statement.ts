import type { Principal } from '../principal/principal.js';
import { Columns, type GivenColumn, type RowOf } from './columns.js';
import type { Placeholder } from './insert-sql.js';
import { type Across, organizationCondition, type Reach } from './organization-scope.js';
import { type Declared, type ParameterOf, type PostgresType, postgresType } from './sql-types.js';
import type { UnscopedReason } from './unscoped-reasons.js';

/**
 * The values of a parameter. Arrays become Postgres arrays; objects are sent as JSON text and must be cast in the
 * statement.
 */
export type Parameter =
  | string
  | number
  | boolean
  | null
  | Buffer
  | readonly string[]
  | readonly number[]
  | readonly (string | null)[];
export type Parameters = Readonly<Record<string, Parameter>>;

/** Helpers for writing a statement's text. */
export interface StatementTools<P extends Parameters> {
  /** The placeholder of a parameter: `${p.accountId}` becomes `$3`. */
  readonly p: { readonly [K in keyof P]: Placeholder<P[K]> };
  /** The condition that restricts `column` to the caller's allowlist. Every scoped statement must use it. */
  readonly scope: (column: string) => string;
  /**
   * The caller's only organization, for a shorter text than with `scope`; undefined if the caller may see several.
   * Compare a column with it in place of `scope`.
   */
  readonly only: string | undefined;
  /**
   * The condition that `column` is in a list of texts. Such a list often has one entry, and then the condition is an
   * equality, in a separate text: for a list Postgres keeps no plan and plans each execution, which costs more than
   * the row. A statement may have one such list.
   */
  readonly oneOf: (column: string, list: ListOf<P>) => string;
}

type ListOf<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends readonly string[] ? K & string : never;
}[keyof P];

/** Phantom types carry the parameters and the row through to `Database.many`. */
export interface Statement<P extends Parameters, R> {
  readonly name: string;
  readonly unscoped: UnscopedReason | undefined;
  readonly forOne: Rendered;
  readonly forAllowlist: Rendered;
  readonly forAll: Rendered;
  /** The rendering for a list with one entry. */
  readonly singleEntry: Lone | undefined;
  /** The declared types of its parameters and result: a test has Postgres describe the statement, and compares. */
  readonly declared: Declaration;
  readonly __types?: (parameters: P) => R;
}

interface Lone {
  readonly list: string;
  readonly statement: Statement<Parameters, unknown>;
}

interface Declaration {
  readonly takes: Readonly<Record<string, PostgresType>>;
  readonly gives: readonly GivenColumn[];
}

interface Rendered {
  readonly text: string;
  /** Parameter names in placeholder order. */
  readonly order: readonly string[];
}

export type Takes = Readonly<Record<string, Declared>>;
export type Gives = Columns<unknown> | readonly Columns<unknown>[];

/** The parameters that a statement takes: `ParametersOf<typeof TAKES>`. */
export type ParametersOf<T extends Takes> = {
  readonly [K in keyof T]: Extract<ParameterOf<T[K]>, Parameter>;
};

/** The row type of a statement; never if it declares none. */
export type AnswerOf<G> = G extends readonly []
  ? never
  : G extends readonly Columns<unknown>[]
    ? Flat<Joined<G>>
    : RowOf<G>;
type Joined<G> = G extends readonly [Columns<infer First>, ...infer Rest] ? First & Joined<Rest> : unknown;
type Flat<R> = { readonly [F in keyof R]: R[F] };

interface StatementSource<T extends Takes, G extends Gives> {
  /** Unique; also the name of the server-side prepared statement. */
  readonly name: string;
  /** Each parameter's type: a Postgres type, or that of the column that it is written to or compared with. */
  readonly takes?: T;
  /** The columns of a result row; left out if the statement returns none. */
  readonly gives?: G;
  readonly text: (tools: StatementTools<ParametersOf<T>>) => string;
  /** The reason why this statement may see every organization. Without one, the scope condition is required. */
  readonly unscoped?: UnscopedReason;
  /** Which organizations within reach it covers; default: all. */
  readonly across?: Across;
}

const RENDERED = { one: 'forOne', some: 'forAllowlist', all: 'forAll' } as const;
/** Each rendering is a separate prepared statement. */
const SUFFIX = { one: '', some: '.some', all: '.all' } as const;

const registry = new Map<string, Statement<never, unknown>>();
const ALLOWLIST = '@allowlist';
/** Suffix of a statement whose list has one entry. */
export const SINGLE_ENTRY_SUFFIX = '.lone';

/**
 * Registers a raw SQL statement, once, in the store that owns it. It is rendered for each reach, so that the index
 * condition always fits. For one organization that is an equality: for a list Postgres keeps no plan and plans each
 * execution.
 *
 * @throws {Error} at load when the scope condition is missing or the name is taken: the process does not start.
 */
export function statement<const T extends Takes = Record<never, never>, const G extends Gives = readonly []>(
  source: StatementSource<T, G>,
): Statement<ParametersOf<T>, AnswerOf<G>> {
  const list = listOf(source);
  const lone = list === undefined ? undefined : { list, statement: made(source, list, undefined) };
  return made<T, ParametersOf<T>, AnswerOf<G>>(source, undefined, lone);
}

/** @param loneList - the list that has one entry in this rendering. */
function made<T extends Takes, P extends Parameters, R>(
  source: StatementSource<T, Gives>,
  loneList: string | undefined,
  singleEntry: Lone | undefined,
): Statement<P, R> {
  const name = loneList === undefined ? source.name : `${source.name}${SINGLE_ENTRY_SUFFIX}`;
  if (registry.has(name)) throw new Error(`statement ${name} is registered twice`);
  const rendered: Statement<P, R> = {
    name,
    unscoped: source.unscoped,
    forOne: render(source, 'one', loneList),
    forAllowlist: render(source, 'some', loneList),
    forAll: render(source, 'all', loneList),
    singleEntry,
    declared: declarationOf(source, loneList),
  };
  registry.set(name, rendered);
  return rendered;
}

function declarationOf(
  { takes, gives }: Pick<StatementSource<Takes, Gives>, 'takes' | 'gives'>,
  loneList: string | undefined,
): Declaration {
  const types = Object.entries(takes ?? {}).map(
    ([name, type]) => [name, postgresType(name === loneList ? type.replace('[]', '') : type)] as const,
  );
  const parts: readonly Columns<unknown>[] = gives === undefined ? [] : gives instanceof Columns ? [gives] : gives;
  return { takes: Object.fromEntries(types), gives: parts.flatMap((part) => part.given) };
}

/** Every registered statement: a test runs each one as a principal of another organization. */
export function registeredStatements(): readonly Statement<never, unknown>[] {
  return [...registry.values()];
}

/** Text, name and values of one execution, ready for the driver. */
export function bind<P extends Parameters, R>(made: Statement<P, R>, principal: Principal, parameters: P) {
  const entries = made.singleEntry === undefined ? undefined : parameters[made.singleEntry.list];
  if (made.singleEntry !== undefined && Array.isArray(entries) && entries.length === 1)
    return bound(made.singleEntry.statement, principal, { ...parameters, [made.singleEntry.list]: entries[0] });
  return bound(made, principal, parameters);
}

function bound<P extends Parameters, R>(made: Statement<P, R>, principal: Principal, parameters: P) {
  const { organizationIds } = principal;
  const reach = organizationIds === 'all' ? 'all' : organizationIds.length === 1 ? 'one' : 'some';
  const { text, order } = made[RENDERED[reach]];
  const allowed = reach === 'one' ? organizationIds[0] : organizationIds;
  const values = order.map((name) => (name === ALLOWLIST ? allowed : parameters[name]));
  return { name: `${made.name}${SUFFIX[reach]}`, text, values };
}

/** The list that `oneOf` uses, if any. @throws {Error} at load if there are two, or if it is also used elsewhere. */
function listOf<T extends Takes>({ name, text }: StatementSource<T, Gives>): string | undefined {
  const asked = new Set<string>();
  const others = new Set<string>();
  text({
    p: new Proxy({} as StatementTools<ParametersOf<T>>['p'], {
      get: (_, parameter) => others.add(String(parameter)) && '',
    }),
    scope: () => '',
    only: undefined,
    oneOf: (_, list) => asked.add(list) && '',
  });
  const [list, second] = asked;
  if (second !== undefined) throw new Error(`statement ${name} uses oneOf with ${list} and with ${second}`);
  if (list !== undefined && others.has(list)) throw new Error(`statement ${name} also uses ${list} outside oneOf`);
  return list;
}

function render<T extends Takes>(
  source: StatementSource<T, Gives>,
  reach: Reach,
  loneList: string | undefined,
): Rendered {
  const order: string[] = [];
  const placeholder = (name: string): string => {
    if (!order.includes(name)) order.push(name);
    return `$${order.indexOf(name) + 1}`;
  };
  let scoped = false;
  const text = source.text({
    p: new Proxy({} as StatementTools<ParametersOf<T>>['p'], { get: (_, name) => placeholder(String(name)) }),
    scope: (column) => {
      scoped = true;
      return organizationCondition(column, reach, () => placeholder(ALLOWLIST), source.across);
    },
    get only() {
      if (reach !== 'one') return undefined;
      scoped = true;
      return `${placeholder(ALLOWLIST)}::text`;
    },
    oneOf: (column, list) =>
      list === loneList ? `${column} = ${placeholder(list)}::text` : `${column} = any(${placeholder(list)}::text[])`,
  });
  if (!scoped && source.unscoped === undefined)
    throw new Error(`statement ${source.name} lacks the organization scope`);
  return { text, order };
}
