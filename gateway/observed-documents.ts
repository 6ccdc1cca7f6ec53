import type { ApolloServerPlugin } from '@apollo/server';
import { graphOperations } from '../core/telemetry/metrics.js';
import type { GraphCaller } from './operation.js';

/** Documents that are not ours count together: their names are their senders'. */
export const observedDocuments: ApolloServerPlugin<GraphCaller> = {
  async requestDidStart({ contextValue }) {
    if (contextValue.isPrepared === true) return;
    const startedAt = performance.now();
    return {
      async willSendResponse({ response: { body } }) {
        const refused = body.kind === 'single' && body.singleResult.errors !== undefined;
        const labels = { operation: 'document', outcome: refused ? 'refused' : 'ok' };
        graphOperations.observe(labels, (performance.now() - startedAt) / 1_000);
      },
    };
  },
};
