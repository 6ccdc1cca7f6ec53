import 'reflect-metadata';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { type DocumentNode, type GraphQLSchema, getNullableType, parse } from 'graphql';
import { buildSchemaSync, createResolversMap, getMetadataStorage } from 'type-graphql';
import type { SubgraphName } from '../principal/subgraph-names.js';
import type { KeyedDigests } from '../secrets/keyed-digests.js';
import type { GraphContext } from './context.js';
import { type LimitedActs, limitMutationsByRole, type MutationRoles } from './mutation-roles.js';
import { takeValuesReadWithObjects } from './read-with-object.js';
import { SCALARS } from './scalars.js';
import { trackContactReads } from './track-contact-reads.js';

/** Resolves an entity that another subgraph refers to by its key. */
export type ReferenceResolver = (reference: { readonly id: string }, context: GraphContext) => unknown;

export interface SubgraphSource {
  readonly name: SubgraphName;
  /**
   * Resolver instances with their services; their classes have the type-graphql decorators. This list sets the order of
   * a type's fields in the schema.
   */
  readonly resolvers: readonly object[];
  /** Digests of contact data in arguments, for the audit log. */
  readonly contactDigests: Pick<KeyedDigests, 'of'>;
  /** By mutation: the lowest role of an operator who may call it. */
  readonly mutationRoles?: MutationRoles;
  /** Mutations that need a second person above the caller's amount limit. */
  readonly limitedActs?: LimitedActs;
  /** Object types that no field of this subgraph returns, but that are reachable through federation. */
  readonly entities?: readonly (new () => object)[];
  /** By type name: resolves a reference from another subgraph to an object. */
  readonly references?: Readonly<Record<string, ReferenceResolver>>;
}

export interface Subgraph {
  readonly name: SubgraphName;
  readonly schema: GraphQLSchema;
  readonly typeDefs: DocumentNode;
}

const FEDERATION =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@external"])\n';

type ResolverMap = Record<string, unknown>;

/**
 * Builds a federated subgraph from type-graphql classes. Registration is explicit: only the listed classes are used.
 */
export function buildSubgraph(source: SubgraphSource): Subgraph {
  const instances = new Map<unknown, object>(source.resolvers.map((resolver) => [resolver.constructor, resolver]));
  const classes = source.resolvers.map((resolver) => resolver.constructor);
  const [first, ...rest] = classes;
  if (first === undefined) throw new Error(`subgraph ${source.name} has no resolver`);

  orderAsListed(classes);
  readPlainFieldsDirectly();
  passRowsAsTheyAre();
  const plain = buildSchemaSync({
    resolvers: [first, ...rest],
    orphanedTypes: [...(source.entities ?? [])],
    scalarsMap: [],
    validate: false,
    autoRegister: false,
    // Skip the check, an introspection at every start; the supergraph's test already checks that the schema is valid.
    skipCheck: true,
    container: { get: (resolverClass) => instanceOf(instances, resolverClass) },
  } as Parameters<typeof buildSchemaSync>[0]);

  describeRoots(plain);
  separateRoots(plain);
  takeValuesReadWithObjects(plain);
  const typeDefs = parse(FEDERATION + printSchemaWithDirectives(plain));
  const resolvers: Record<string, ResolverMap> = { ...(createResolversMap(plain) as Record<string, ResolverMap>) };
  for (const scalar of SCALARS) {
    if (plain.getType(scalar.name)) Object.assign(resolvers, { [scalar.name]: scalar });
  }
  for (const [type, resolve] of Object.entries(source.references ?? {})) {
    resolvers[type] = { ...resolvers[type], __resolveReference: resolve };
  }
  const schema = buildSubgraphSchema({ typeDefs, resolvers } as Parameters<typeof buildSubgraphSchema>[0]);
  limitMutationsByRole(schema, source.mutationRoles ?? {}, source.limitedActs);
  trackContactReads(schema, source.contactDigests);
  return { name: source.name, schema, typeDefs };
}

/** type-graphql orders fields by the order in which files are loaded; moving a file would change it. */
function orderAsListed(classes: readonly unknown[]): void {
  const storage = getMetadataStorage();
  const place = ({ target }: { readonly target: object }) =>
    classes.findIndex((listed) => listed === target || Object.prototype.isPrototypeOf.call(target, Object(listed)));
  for (const fields of [storage.queries, storage.mutations, storage.fieldResolvers]) {
    fields.sort((one, other) => place(one) - place(other));
  }
}

/**
 * A field that only reads a member of its row needs no resolver. type-graphql would make one, which costs more than the
 * rest of a list's row. A field under another name than its member keeps it.
 */
function readPlainFieldsDirectly(): void {
  for (const field of getMetadataStorage().fields) field.simple ??= field.name === field.schemaName;
}

/** Resolvers read members of rows. type-graphql would copy the row to its class for each field that is resolved. */
function passRowsAsTheyAre(): void {
  for (const { params = [] } of getMetadataStorage().fieldResolvers) {
    for (const param of params) if (param.kind === 'root') Reflect.deleteProperty(param, 'getType');
  }
}

/** type-graphql cannot set these descriptions. */
function describeRoots(schema: GraphQLSchema): void {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  if (query) query.description = 'Read operations.';
  if (mutation) mutation.description = 'Write operations.';
}

/**
 * Makes root fields nullable, so a refused field is null and the other answers remain. A non-null field would remove
 * all of them, including the payload of a mutation that was carried out.
 */
function separateRoots(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) field.type = getNullableType(field.type);
  }
}

function instanceOf(instances: ReadonlyMap<unknown, object>, resolverClass: unknown): object {
  const instance = instances.get(resolverClass);
  if (instance === undefined) throw new Error(`resolver ${String(resolverClass)} has no instance`);
  return instance;
}
