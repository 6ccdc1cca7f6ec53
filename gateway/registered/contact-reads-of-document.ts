import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode, visit } from 'graphql';
import { CONTACT_ARGUMENTS } from '../../core/graphql/contact-fields.js';
import { type ContactFields, contactFields } from '../contact-data-used-by-operation.js';
import type { Variables } from '../limits/operation-size.js';

const CONTACT_ARGUMENT_NAMES: ReadonlySet<string> = new Set(Object.values(CONTACT_ARGUMENTS).flatMap(Object.keys));

/** The contact data that a document reads: found once, unless its variables decide that. */
export function contactReadsOfDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): (variables: Variables) => ContactFields {
  if (searchesByVariable(document)) return (variables) => contactFields(schema, document, operation, variables);
  const always = contactFields(schema, document, operation, {});
  return () => always;
}

function searchesByVariable(document: DocumentNode): boolean {
  let searches = false;
  visit(document, {
    Argument({ name, value }) {
      if (CONTACT_ARGUMENT_NAMES.has(name.value) && value.kind === Kind.VARIABLE) searches = true;
    },
  });
  return searches;
}
