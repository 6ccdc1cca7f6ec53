import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { composeSupergraph } from '../../gateway/compose-supergraph.js';
import { subgraphSchemas } from '../../runtime/assembly/subgraph-schemas.js';

it('gateway/supergraph.graphql is the composition of the subgraphs (npm run generate)', () => {
  const checkedIn = readFileSync(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8');
  expect(composeSupergraph(subgraphSchemas())).toBe(checkedIn);
});
