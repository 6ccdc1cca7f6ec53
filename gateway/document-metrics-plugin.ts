import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError, OperationDefinitionNode } from 'graphql';
import { graphOperations } from '../core/telemetry/metrics.js';
import type { GraphCaller } from './operation-runner-interface.js';

/** All foreign documents share one name, because their own names come from the sender. */
export const observedDocuments: ApolloServerPlugin<GraphCaller> = {
  async requestDidStart({ contextValue }) {
    if (contextValue.isPrepared === true) return;
    const startedAt = performance.now();
    return {
      async didResolveOperation({ operation }) {
        contextValue.notes?.fields.push(...new Set(rootFieldsOf(operation)));
      },
      async willSendResponse({ response: { body } }) {
        const errors = body.kind === 'single' ? body.singleResult.errors : undefined;
        contextValue.notes?.codes.push(...new Set((errors ?? []).map(codeOf)));
        const labels = { operation: 'document', outcome: errors === undefined ? 'ok' : 'refused' };
        graphOperations.observe(labels, (performance.now() - startedAt) / 1_000);
      },
    };
  },
};

function rootFieldsOf(operation: OperationDefinitionNode | undefined): readonly string[] {
  return (operation?.selectionSet.selections ?? []).flatMap((selection) =>
    selection.kind === 'Field' ? [selection.name.value] : [],
  );
}

function codeOf({ extensions }: GraphQLFormattedError): string {
  return String(extensions?.['code'] ?? 'unknown');
}
