import {
  type FieldNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  parse,
  type SelectionNode,
} from 'graphql';
import { z } from 'zod';

type Variables = Readonly<Record<string, unknown>>;
export type FieldPath = readonly (string | number)[];

const representations = z.array(z.looseObject({ __typename: z.string() }));

/**
 * The path of each field that a fetch from a subgraph would have returned, within that fetch: `['payments']`, or for
 * known objects `['_entities', 0, 'payments']`, which the gateway's executor translates to the object's path.
 */
export function missingFields(query: string, variables: Variables = {}): readonly FieldPath[] {
  const document = parse(query, { noLocation: true });
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  const roots = fieldsIn(operation?.selectionSet.selections ?? [], undefined);
  return roots.flatMap((field) => (field.name.value === '_entities' ? ofEntities(field) : [[keyOf(field)]]));

  function ofEntities(field: FieldNode): readonly FieldPath[] {
    const known = representations.safeParse(variables['representations']).data ?? [];
    const selections = field.selectionSet?.selections ?? [];
    return known.flatMap(({ __typename }, index) =>
      fieldsIn(selections, __typename).map((each) => [keyOf(field), index, keyOf(each)]),
    );
  }

  /** The selected fields for an object of this type, or without a type, for all types. */
  function fieldsIn(selections: readonly SelectionNode[], typename: string | undefined): readonly FieldNode[] {
    const found = selections.filter(isAskedFor).flatMap((node): readonly FieldNode[] => {
      if (node.kind === Kind.FIELD) return node.name.value === '__typename' ? [] : [node];
      const part = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      const condition = part?.typeCondition?.name.value;
      const applies = typename === undefined || condition === undefined || condition === typename;
      return part !== undefined && applies ? fieldsIn(part.selectionSet.selections, typename) : [];
    });
    return [...new Map(found.map((field) => [keyOf(field), field])).values()];
  }

  function isAskedFor(node: SelectionNode): boolean {
    const skip = getDirectiveValues(GraphQLSkipDirective, node, variables);
    const include = getDirectiveValues(GraphQLIncludeDirective, node, variables);
    return skip?.['if'] !== true && include?.['if'] !== false;
  }
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}
