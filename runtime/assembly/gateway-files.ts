import { readFile } from 'node:fs/promises';
import type { PreparedOperations } from '../../gateway/prepared-operation.js';

/** The facade's documents, by operation name. */
export function facadeOperations(): Promise<Readonly<Record<string, string>>> {
  return fromJson('persisted-operations.json');
}

export function preparedOperations(): Promise<PreparedOperations> {
  return fromJson('prepared-operations.json');
}

export function supergraphSdl(): Promise<string> {
  return readFile(gatewayFile('supergraph.graphql'), 'utf8');
}

async function fromJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(gatewayFile(name), 'utf8'));
}

function gatewayFile(name: string): URL {
  return new URL(`../../gateway/${name}`, import.meta.url);
}

/** The dashboard's documents by their hashes. */
export function dashboardDocuments(): Promise<Readonly<Record<string, string>>> {
  return fromJson('dashboard/generated/documents.json');
}

/** The plans of those documents. */
export function dashboardPlans(): Promise<PreparedOperations> {
  return fromJson('dashboard/generated/plans.json');
}
