import { writeFileSync } from 'node:fs';
import { checkedInDocument } from '../rest-facade/openapi/checked-in.js';

/** Writes docs/openapi.json; part of `npm run generate`, from the project's folder, after the documents and the supergraph. */
writeFileSync('docs/openapi.json', checkedInDocument());
