import { writeFileSync } from 'node:fs';
import { persistedOperations } from '../rest-facade/persisted-operations.js';

/** Writes the checked-in manifest; part of `npm run generate`, from the project's folder. */
writeFileSync('gateway/persisted-operations.json', `${JSON.stringify(persistedOperations('rest-facade'), null, 2)}\n`);
