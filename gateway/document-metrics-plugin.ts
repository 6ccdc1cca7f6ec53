import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError, OperationDefinitionNode } from 'graphql';
import { graphOperations } from '../core/telemetry/metrics.js';
import type { GraphCaller } from './operation-runner-interface.js';

export const observedDocuments: ApolloServerPlugin<GraphCaller> = {
  async requestDidStart({ contextValue }) {
    if (contextValue.isPrepared === true) return;
    const startedAt = performance.now();
    return {
      async didResolveOperation({ operation }) {
        noteFields(contextValue, operation);
      },
      async willSendResponse({ response: { body } }) {
        const errors = body.kind === 'single' ? body.singleResult.errors : undefined;
        observeAnswer(contextValue, errors, startedAt);
      },
    };
  },
};

/** For the log: the root fields that the operation asks for. */
export function noteFields({ notes }: GraphCaller, operation: OperationDefinitionNode | undefined): void {
  notes?.fields.push(...new Set(rootFieldsOf(operation)));
}

/** For the log, the codes of the errors; for the metrics, duration and outcome. */
export function observeAnswer(
  { notes, registeredName }: GraphCaller,
  errors: readonly GraphQLFormattedError[] | undefined,
  startedAt: number,
): void {
  notes?.codes.push(...new Set((errors ?? []).map(codeOf)));
  const labels = { operation: registeredName ?? FOREIGN, outcome: errors === undefined ? 'ok' : 'refused' };
  graphOperations.observe(labels, (performance.now() - startedAt) / 1_000);
}

/** All foreign documents share one name, because their own names come from the sender. */
const FOREIGN = 'document';

function rootFieldsOf(operation: OperationDefinitionNode | undefined): readonly string[] {
  return (operation?.selectionSet.selections ?? []).flatMap((selection) =>
    selection.kind === 'Field' ? [selection.name.value] : [],
  );
}

function codeOf({ extensions }: GraphQLFormattedError): string {
  return String(extensions?.['code'] ?? 'unknown');
}
