import 'reflect-metadata';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { type DocumentNode, type GraphQLSchema, getNullableType, parse } from 'graphql';
import { buildSchemaSync, createResolversMap, getMetadataStorage } from 'type-graphql';
import type { SubgraphName } from '../principal/subgraph-names.js';
import type { KeyedDigests } from '../secrets/keyed-digests.js';
import type { GraphContext } from './context.js';
import { noteContactReads } from './note-contact-reads.js';
import { SCALARS } from './scalars.js';

/** Resolves an entity that another subgraph refers to by its key. */
export type ReferenceResolver = (reference: { readonly id: string }, context: GraphContext) => unknown;

export interface SubgraphSource {
  readonly name: SubgraphName;
  /**
   * Instances, services already handed in; their classes carry the type-graphql decorators. The fields of a type stand in the
   * schema in the order of this list.
   */
  readonly resolvers: readonly object[];
  /** Of contact data that arguments ask for, as the audit log shows it. */
  readonly contactDigests: Pick<KeyedDigests, 'of'>;
  /** Object types that no field of this subgraph returns, but that federation reaches. */
  readonly entities?: readonly (new () => object)[];
  /** By type name: how a reference of another subgraph becomes an object. */
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

/** Builds one federated subgraph from type-graphql classes. Registration is this explicit list; nothing is found by itself. */
export function buildSubgraph(source: SubgraphSource): Subgraph {
  const instances = new Map<unknown, object>(source.resolvers.map((resolver) => [resolver.constructor, resolver]));
  const classes = source.resolvers.map((resolver) => resolver.constructor);
  const [first, ...rest] = classes;
  if (first === undefined) throw new Error(`subgraph ${source.name} has no resolver`);

  orderAsListed(classes);
  const plain = buildSchemaSync({
    resolvers: [first, ...rest],
    orphanedTypes: [...(source.entities ?? [])],
    scalarsMap: [],
    validate: false,
    autoRegister: false,
    // The check asks the schema to describe itself, at every start; that it is sound is held by the composed supergraph's test.
    skipCheck: true,
    container: { get: (resolverClass) => instanceOf(instances, resolverClass) },
  } as Parameters<typeof buildSchemaSync>[0]);

  describeRoots(plain);
  separateRoots(plain);
  const typeDefs = parse(FEDERATION + printSchemaWithDirectives(plain));
  const resolvers: Record<string, ResolverMap> = { ...(createResolversMap(plain) as Record<string, ResolverMap>) };
  for (const scalar of SCALARS) {
    if (plain.getType(scalar.name)) Object.assign(resolvers, { [scalar.name]: scalar });
  }
  for (const [type, resolve] of Object.entries(source.references ?? {})) {
    resolvers[type] = { ...resolvers[type], __resolveReference: resolve };
  }
  const schema = buildSubgraphSchema({ typeDefs, resolvers } as Parameters<typeof buildSubgraphSchema>[0]);
  noteContactReads(schema, source.contactDigests);
  return { name: source.name, schema, typeDefs };
}

/** type-graphql has fields in the order in which files were loaded, which a file that moves would change. */
function orderAsListed(classes: readonly unknown[]): void {
  const storage = getMetadataStorage();
  const place = ({ target }: { readonly target: object }) =>
    classes.findIndex((listed) => listed === target || Object.prototype.isPrototypeOf.call(target, Object(listed)));
  for (const fields of [storage.queries, storage.mutations, storage.fieldResolvers]) {
    fields.sort((one, other) => place(one) - place(other));
  }
}

/** type-graphql takes no description of them. */
function describeRoots(schema: GraphQLSchema): void {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  if (query) query.description = 'What can be read.';
  if (mutation) mutation.description = 'What can be changed.';
}

/**
 * A root field that is refused is null, beside the others' answers. Were it not nullable, it would take them all along: also the
 * payload of a mutation that has been carried out.
 */
function separateRoots(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) field.type = getNullableType(field.type);
  }
}

function instanceOf(instances: ReadonlyMap<unknown, object>, resolverClass: unknown): object {
  const instance = instances.get(resolverClass);
  if (instance === undefined) throw new Error(`resolver ${String(resolverClass)} was not handed in`);
  return instance;
}
