import type { Asking } from './reach.js';

/**
 * Whether one of our own documents reads or writes. It has one operation, printed before its fragments. Anything that
 * does not begin like a query counts as a write.
 */
export function askingOf(document: string): Asking {
  return /^\s*(query\b|\{)/.test(document) ? 'read' : 'write';
}
