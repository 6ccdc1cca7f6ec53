import { readFileSync, writeFileSync } from 'node:fs';
import { planOperations } from './plan-operations.js';

/** Writes the checked-in plans of the checked-in manifest; part of `npm run generate`, from the project's folder. */
const supergraph = readFileSync('gateway/supergraph.graphql', 'utf8');
const manifest = JSON.parse(readFileSync('gateway/persisted-operations.json', 'utf8'));
writeFileSync('gateway/prepared-operations.json', `${JSON.stringify(planOperations(supergraph, manifest), null, 2)}\n`);
