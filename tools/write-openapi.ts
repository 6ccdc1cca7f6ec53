import { writeFileSync } from 'node:fs';
import { checkedInDocument } from '../rest-facade/openapi/checked-in-document.js';

/**
 * Writes docs/openapi.json; part of `npm run generate`, after the documents and the supergraph. Run from the project's
 * root.
 */
writeFileSync('docs/openapi.json', checkedInDocument());
