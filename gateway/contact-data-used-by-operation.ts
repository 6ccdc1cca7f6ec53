import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { CONTACT_ARGUMENTS, CONTACT_FIELDS } from '../core/graphql/contact-fields.js';

type Variables = Readonly<Record<string, unknown>>;

/** How an operation reads contact data; not at all if `isRead` is false. */
export interface ContactFields {
  readonly isRead: boolean;
  /**
   * `Person.email`, `Query.persons(text:)`, sorted: the reads to record. Fields with an audit entry of their own are
   * not included.
   */
  readonly fields: readonly string[];
}

export const NO_CONTACT: ContactFields = { isRead: false, fields: [] };

/**
 * Finds the fields and arguments of contact data that an operation uses, including its fragments. Names only: never the
 * value of an argument.
 */
export function contactFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  given: Variables,
): ContactFields {
  const variables = withDefaults(operation, given);
  const fields = new Set<string>();
  let isRead = false;
  const types = new TypeInfo(schema);
  const finder = visitWithTypeInfo(types, {
    Field(node) {
      const parent = getNamedType(types.getParentType())?.name ?? '';
      const coordinate = `${parent}.${node.name.value}`;
      if (CONTACT_FIELDS[parent]?.includes(node.name.value)) fields.add(coordinate);
      for (const { name, hasOwnEntry } of argumentsAsked(coordinate, node, variables)) {
        isRead = true;
        if (!hasOwnEntry) fields.add(`${coordinate}(${name}:)`);
      }
    },
  });
  visit(operation, finder);
  // Fragments of another operation may be included: one entry too many is better than one too few.
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) visit(definition, finder);
  }
  return { isRead: isRead || fields.size > 0, fields: [...fields].sort() };
}

function argumentsAsked(coordinate: string, node: FieldNode, variables: Variables) {
  return Object.entries(CONTACT_ARGUMENTS[coordinate] ?? {}).flatMap(([name, { sought, hasOwnEntry = false }]) => {
    const written = node.arguments?.find((argument) => argument.name.value === name)?.value;
    const value = written && valueFromASTUntyped(written, variables);
    return typeof value === 'string' && sought(value) !== undefined ? [{ name, hasOwnEntry }] : [];
  });
}

function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, given: Variables): Variables {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)] as const],
  );
  return { ...Object.fromEntries(defaults), ...given };
}
