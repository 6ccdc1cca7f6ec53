import { operationIdOf } from '../gateway/operation-id.js';

/** The module with the hashes by which the dashboard sends its documents. */
export function dashboardHashes(documents: Readonly<Record<string, string>>): string {
  const hashes = Object.entries(documents).map(([name, document]) => `  ${name}: '${operationIdOf(document)}',\n`);
  return [
    '/** The name of an operation → the SHA-256 of its document, as the gateway has it. Written by `npm run generate`. */',
    `export const DOCUMENT_HASHES: Readonly<Record<string, string>> = {\n${hashes.join('')}};\n`,
  ].join('\n');
}
