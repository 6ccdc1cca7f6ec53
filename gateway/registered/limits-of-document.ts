import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode, visit } from 'graphql';
import { firstExcess, type GraphqlLimits } from '../limits/limits-plugin.js';
import { PAGE_SIZES } from '../limits/list-sizes-and-field-weights.js';
import { measure, type Variables } from '../limits/operation-size.js';
import { exceedCount, variableErrors } from '../limits/variable-count-and-errors.js';

/**
 * Whether the ordinary way would refuse the variables of a document. The document is measured once; again only for other
 * page sizes.
 */
export function limitsOfDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  limits: GraphqlLimits,
): (variables: Variables) => boolean {
  const pageSizes = pageSizeVariables(document);
  let last: { readonly key: string; readonly isExceeded: boolean } | undefined;
  return (variables) => {
    if (exceedCount(limits.values, variables)) return true;
    const key = JSON.stringify(pageSizes.map((name) => variables[name]));
    if (last?.key !== key) {
      last = { key, isExceeded: firstExcess(measure(schema, document, operation, variables), limits) !== undefined };
    }
    return last.isExceeded || variableErrors(schema, operation, variables, { hideSuggestions: true }).length > 0;
  };
}

/** The variables that set the number of rows of a page. */
function pageSizeVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Argument({ name, value }) {
      if (name.value in PAGE_SIZES && value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
