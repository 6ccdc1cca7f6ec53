import { Problem } from '../../errors/problem.js';
import { shapeFault } from './json-shape.js';

/** Far deeper than any body of the contract, far shallower than what makes a recursive reader overflow. */
const DEEPEST = 64;

/** Members and items of a body, at any depth: ten times as many as any operation needs. */
export const MOST_VALUES = 1_000;

/**
 * Parses what was sent, once its shape is known to be harmless.
 *
 * @throws {Problem} `malformed_request` when the text is not JSON, is nested too deep, or sends a member twice;
 *   `payload_too_large` when it holds more values than that.
 */
export function parseJson(text: string, mostValues = MOST_VALUES): unknown {
  const fault = shapeFault(text, { deepest: DEEPEST, mostValues });
  if (fault !== undefined) throw new Problem(fault === 'too_many' ? 'payload_too_large' : 'malformed_request');
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('malformed_request');
  }
}
