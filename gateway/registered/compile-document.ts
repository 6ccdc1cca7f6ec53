import {
  type DocumentNode,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
} from 'graphql';
import type { ContactFields } from '../contact-data-used-by-operation.js';
import type { GraphqlLimits } from '../limits/limits-plugin.js';
import type { Variables } from '../limits/operation-size.js';
import type { PlannedOperation } from '../prepared-operation.js';
import { contactReadsOfDocument } from './contact-reads-of-document.js';
import { limitsOfDocument } from './limits-of-document.js';
import type { RegisteredDocument } from './registered-documents.js';
import { haveSameNames, type SelectedNames, selectedNames } from './selected-names.js';

type Data = Readonly<Record<string, unknown>> | null;

/** A registered document that one subgraph answers, with everything that does not depend on a request. */
export interface CompiledDocument {
  readonly name: string;
  readonly operation: OperationDefinitionNode;
  readonly plan: Extract<PlannedOperation, { readonly kind: 'direct' }>;
  /** Whether the ordinary way would refuse these variables. */
  readonly isRefused: (variables: Variables) => boolean;
  readonly contactReads: (variables: Variables) => ContactFields;
  /** The data if the subgraph returned none. */
  readonly noData: Data;
}

/** Undefined for a document that only the ordinary way can answer. */
export function compileDocument(
  schema: GraphQLSchema,
  { document, plan }: RegisteredDocument,
  limits: GraphqlLimits,
): CompiledDocument | undefined {
  if (plan.kind === 'planned') return undefined;
  const parsed = parse(document);
  const operation = operationOf(parsed);
  const names = selectedNames(parsed, operation);
  const fetched = parse(plan.query);
  if (!haveSameNames(names, selectedNames(fetched, operationOf(fetched)))) return undefined;
  if (!operation.selectionSet.selections.every(isAlwaysSelected)) return undefined;
  // The ordinary way counts each further root field of a mutation as a request.
  if (operation.operation !== 'query' && names.size > 1) return undefined;
  return {
    name: plan.name,
    operation,
    plan,
    isRefused: limitsOfDocument(schema, parsed, operation, limits),
    contactReads: contactReadsOfDocument(schema, parsed, operation),
    noData: noDataOf(schema, operation, names),
  };
}

function operationOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('a registered document has no operation');
  return operation;
}

function isAlwaysSelected(node: SelectionNode): boolean {
  return node.kind === Kind.FIELD && (node.directives ?? []).length === 0;
}

/** Every root field is null; or everything, if one of them may not be. */
function noDataOf(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
  names: SelectedNames,
): Data {
  const fields = schema.getRootType(operation)?.getFields() ?? {};
  const isRequired = selectionSet.selections
    .filter((node) => node.kind === Kind.FIELD)
    .some(({ name }) => isNonNullType(fields[name.value]?.type));
  return isRequired ? null : Object.fromEntries([...names.keys()].map((name) => [name, null]));
}
