import { type GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { MOST_ERRORS } from '../shown-errors.js';
import type { Variables } from './measure.js';

/** Whether variables hold more values than this, at any depth; they are counted no further than that. */
export function holdMoreThan(most: number, variables: Variables): boolean {
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
 * What is wrong with the variables of an operation: no more than a few errors are made, for each quotes the value that it is in.
 * The gateway reads variables by the same rules, but makes one error for every value.
 */
export function variableErrors(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
  { hideSuggestions }: { readonly hideSuggestions: boolean },
): readonly GraphQLError[] {
  const options = { maxErrors: MOST_ERRORS - 1, hideSuggestions }; // and one that says that there are more
  return getVariableValues(schema, variableDefinitions, variables, options).errors ?? [];
}
