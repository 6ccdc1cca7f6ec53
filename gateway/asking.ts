import type { Asking } from './reach.js';

/**
 * What a document of ours asks for: it holds one operation, printed, before its fragments. Whatever does not begin as a query
 * counts as a write.
 */
export function askingOf(document: string): Asking {
  return /^\s*(query\b|\{)/.test(document) ? 'read' : 'write';
}
