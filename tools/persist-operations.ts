import { writeFileSync } from 'node:fs';
import { persistedOperations } from '../rest-facade/persisted-operations.js';
import { dashboardHashes } from './dashboard-hashes.js';

/** Writes the checked-in manifests of the facade and the dashboard; part of `npm run generate`, from the project's folder. */
const dashboard = persistedOperations('dashboard/src');
writeFileSync('gateway/persisted-operations.json', `${JSON.stringify(persistedOperations('rest-facade'), null, 2)}\n`);
writeFileSync('gateway/dashboard/generated/documents.json', `${JSON.stringify(dashboard, null, 2)}\n`);
writeFileSync('dashboard/src/generated/document-hashes.ts', dashboardHashes(dashboard));
