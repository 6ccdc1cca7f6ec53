import { writeFileSync } from 'node:fs';
import { DOCUMENT, shippedByLockFile, thirdPartyDocument } from './third-party.js';

/** A step of `npm run generate`; the working directory must be the project's root. */
writeFileSync(DOCUMENT, thirdPartyDocument(shippedByLockFile()));
