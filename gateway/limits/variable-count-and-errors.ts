import { type GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { MOST_ERRORS } from '../shown-errors.js';
import type { Variables } from './operation-size.js';

/** Whether variables contain more than this many values, at any depth; stops counting there. */
export function exceedCount(most: number, variables: Variables): boolean {
  const found: unknown[] = [variables];
  for (let read = 0; read < found.length && found.length <= most + 1; read += 1) {
    const value = found[read];
    if (typeof value !== 'object' || value === null) continue;
    for (const name in value) {
      found.push(Reflect.get(value, name));
      if (found.length > most + 1) break;
    }
  }
  return found.length > most + 1;
}

/**
 * Errors in an operation's variables. Only a few are created, because each quotes its value. The gateway applies the
 * same rules, but creates an error for every value.
 */
export function variableErrors(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
  { hideSuggestions }: { readonly hideSuggestions: boolean },
): readonly GraphQLError[] {
  const options = { maxErrors: MOST_ERRORS - 1, hideSuggestions }; // plus one error that says that there are more
  return getVariableValues(schema, variableDefinitions, variables, options).errors ?? [];
}
