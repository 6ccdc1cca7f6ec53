import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { LIST_SIZES, PAGE_SIZES, UNPAGED_LIST, WEIGHTS } from './list-sizes-and-field-weights.js';

/** Size of an operation with its fragments expanded. */
export interface Measure {
  /** Fields on the longest path from the root to a leaf. */
  readonly depth: number;
  readonly rootFields: number;
  readonly fields: number;
  readonly aliases: number;
  readonly directives: number;
  /** Most objects that the response may contain, plus the extra cost of some fields. */
  readonly cost: number;
}

export type Variables = Readonly<Record<string, unknown>>;

/** Most rows in the lists of an object, if the object is a page. */
type Page = number | undefined;

const NOTHING: Measure = { depth: 0, rootFields: 0, fields: 0, aliases: 0, directives: 0, cost: 0 };

/**
 * Measures a valid operation. Nested pages multiply; each page's limit is read from the document or its variables. Each
 * fragment is measured once per page size, so that nested fragments stay cheap.
 */
export function measure(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Measure {
  const walk = new Walk(schema, document, withDefaults(operation, variables));
  const root = schema.getRootType(operation.operation);
  if (root === null || root === undefined) return NOTHING;
  const whole = walk.selections(operation.selectionSet, root, undefined);
  return { ...whole, directives: whole.directives + (operation.directives?.length ?? 0) };
}

class Walk {
  readonly #schema: GraphQLSchema;
  readonly #variables: Variables;
  readonly #fragments: ReadonlyMap<string, { readonly type: string; readonly selections: SelectionSetNode }>;
  readonly #measured = new Map<string, Measure>();

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Variables) {
    this.#schema = schema;
    this.#variables = variables;
    this.#fragments = new Map(
      document.definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION
          ? [[node.name.value, { type: node.typeCondition.name.value, selections: node.selectionSet }] as const]
          : [],
      ),
    );
  }

  selections({ selections }: SelectionSetNode, parent: GraphQLCompositeType, page: Page): Measure {
    return selections.reduce((sum, node) => {
      const directives = { ...NOTHING, directives: node.directives?.length ?? 0 };
      return added(added(sum, directives), this.#one(node, parent, page));
    }, NOTHING);
  }

  #one(node: SelectionSetNode['selections'][number], parent: GraphQLCompositeType, page: Page): Measure {
    switch (node.kind) {
      case Kind.FIELD:
        return this.#field(node, parent, page);
      case Kind.INLINE_FRAGMENT:
        return this.selections(node.selectionSet, this.#type(node.typeCondition?.name.value) ?? parent, page);
      case Kind.FRAGMENT_SPREAD:
        return this.#spread(node.name.value, parent, page);
    }
  }

  #spread(name: string, parent: GraphQLCompositeType, page: Page): Measure {
    const key = `${page} ${name}`;
    const known = this.#measured.get(key);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    if (fragment === undefined) return NOTHING;
    const made = this.selections(fragment.selections, this.#type(fragment.type) ?? parent, page);
    this.#measured.set(key, made);
    return made;
  }

  #field(node: FieldNode, parent: GraphQLCompositeType, page: Page): Measure {
    const name = node.name.value;
    const own = { ...NOTHING, depth: 1, rootFields: 1, fields: 1, aliases: node.alias === undefined ? 0 : 1 };
    const field = this.#definition(name, parent);
    const type = field === undefined ? undefined : getNamedType(field.type);
    const weight = WEIGHTS[`${parent.name}.${name}`] ?? 0;
    if (field === undefined || !isCompositeType(type) || node.selectionSet === undefined) {
      return { ...own, cost: weight };
    }
    const below = this.selections(node.selectionSet, type, pageSize(field, node, this.#variables));
    const size = LIST_SIZES[`${parent.name}.${name}`];
    const times = size ?? (isListType(getNullableType(field.type)) ? (page ?? UNPAGED_LIST) : 1);
    return {
      depth: below.depth + (SAME_LEVEL.has(`${parent.name}.${name}`) ? 0 : 1),
      rootFields: 1,
      fields: own.fields + below.fields,
      aliases: own.aliases + below.aliases,
      directives: below.directives,
      cost: weight + times * (1 + below.cost),
    };
  }

  #definition(name: string, parent: GraphQLCompositeType): GraphQLField<unknown, unknown> | undefined {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
    return isUnionType(parent) ? undefined : parent.getFields()[name];
  }

  #type(name: string | undefined): GraphQLCompositeType | undefined {
    const type = name === undefined ? undefined : this.#schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }
}

/** Does not count as a level: types are wrapped at most three times, however deep an introspection query asks. */
const SAME_LEVEL: ReadonlySet<string> = new Set(['__Type.ofType']);

function added(one: Measure, other: Measure): Measure {
  return {
    depth: Math.max(one.depth, other.depth),
    rootFields: one.rootFields + other.rootFields,
    fields: one.fields + other.fields,
    aliases: one.aliases + other.aliases,
    directives: one.directives + other.directives,
    cost: one.cost + other.cost,
  };
}

/** Most rows of the page that this field returns; undefined if it returns no page. */
function pageSize(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Variables): Page {
  const argument = Object.keys(PAGE_SIZES).find((name) => field.args.some((each) => each.name === name));
  if (argument === undefined) return undefined;
  const fallback = PAGE_SIZES[argument] ?? UNPAGED_LIST;
  const value = node.arguments?.find(({ name }) => name.value === argument)?.value;
  if (value === undefined) return fallback;
  const asked = value.kind === Kind.VARIABLE ? variables[value.name.value] : value.kind === Kind.INT && value.value;
  const rows = typeof asked === 'string' ? Number(asked) : asked;
  return typeof rows === 'number' && rows > 0 ? rows : fallback;
}

function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): Variables {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...variables };
}
