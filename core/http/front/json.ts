import { Problem } from '../../errors/problem.js';
import { shapeFault } from './json-depth-size-and-repeated-members.js';
import { jsonFaultAt } from './json-fault.js';
import { unreadableBody } from './malformed-body.js';

/** Far deeper than any body of the contract, and far from overflowing a recursive reader. */
const DEEPEST = 64;

/** The most members and items in a body, at any depth: ten times as many as any operation needs. */
export const MOST_VALUES = 1_000;

/**
 * Parses a JSON text after `shapeFault` has checked it.
 *
 * @throws {Problem} `malformed_request` with the position, when the text is not JSON, is nested too deep, or has a
 *   member twice; `payload_too_large` when it has more than `mostValues` values.
 */
export function parseJson(text: string, mostValues = MOST_VALUES): unknown {
  const fault = shapeFault(text, { deepest: DEEPEST, mostValues });
  if (fault?.kind === 'too_many') throw new Problem('payload_too_large');
  if (fault !== undefined) throw unreadableBody(fault.kind, text, fault.at);
  try {
    return JSON.parse(text);
  } catch {
    throw unreadableBody('not_json', text, jsonFaultAt(text));
  }
}
