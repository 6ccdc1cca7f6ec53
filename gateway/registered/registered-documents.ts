import { operationIdOf } from '../operation-id.js';
import type { PreparedOperation, PreparedOperations } from '../prepared-operation.js';

/** A document of our own build that a client may send by its hash. */
export interface RegisteredDocument {
  readonly document: string;
  readonly plan: PreparedOperation;
}

/** SHA-256 of a document, in hex → the document. */
export type RegisteredDocuments = ReadonlyMap<string, RegisteredDocument>;

/**
 * @param documents - name → document
 * @param plans - of all these documents
 */
export function registeredDocuments(
  documents: Readonly<Record<string, string>>,
  plans: PreparedOperations,
): RegisteredDocuments {
  const entries = Object.values(documents).flatMap((document) => {
    const hash = operationIdOf(document);
    const plan = plans[hash];
    return plan === undefined ? [] : [[hash, { document, plan }] as const];
  });
  return new Map(entries);
}

/** For Apollo Server: finds the documents, and stores nothing that a client sends. */
export function readOnlyCache(documents: RegisteredDocuments) {
  return {
    get: async (key: string) => documents.get(key.slice(key.indexOf(':') + 1))?.document,
    set: async () => {},
    delete: async () => false,
  };
}
