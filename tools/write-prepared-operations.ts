import { readFileSync, writeFileSync } from 'node:fs';
import { planOperations } from '../gateway/plan-operations.js';
import { releasedOperations } from '../gateway/released-operations.js';

/** Writes the checked-in plans of the checked-in manifests; part of `npm run generate`, from the project's folder. */
const supergraph = readFileSync('gateway/supergraph.graphql', 'utf8');
const manifest = JSON.parse(readFileSync('gateway/persisted-operations.json', 'utf8'));
const prepared = planOperations(supergraph, manifest, releasedOperations('gateway/released-operations'));
writeFileSync('gateway/prepared-operations.json', `${JSON.stringify(prepared, null, 2)}\n`);
const dashboard = JSON.parse(readFileSync('gateway/dashboard/generated/documents.json', 'utf8'));
const plans = planOperations(supergraph, dashboard);
writeFileSync('gateway/dashboard/generated/plans.json', `${JSON.stringify(plans, null, 2)}\n`);
