import { writeFileSync } from 'node:fs';
import { composeSupergraph } from '../gateway/compose-supergraph.js';
import { subgraphSchemas } from '../runtime/assembly/subgraph-schemas.js';

/** `npm run generate`, first step: the checked-in supergraph from the subgraphs' code. Run from the project's root. */
writeFileSync('gateway/supergraph.graphql', composeSupergraph(subgraphSchemas()));
