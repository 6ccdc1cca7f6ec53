import type { CallKind } from './call-part.js';

/**
 * Whether one of our own documents reads or writes. It has one operation, printed before its fragments. Anything that
 * does not begin like a query counts as a write.
 */
export function callKindOf(document: string): CallKind {
  return /^\s*(query\b|\{)/.test(document) ? 'read' : 'write';
}
