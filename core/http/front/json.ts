import { Problem } from '../../errors/problem.js';

/** Far deeper than any body of the contract, far shallower than what makes a recursive reader overflow. */
const DEEPEST = 64;

/** @throws {Problem} `malformed_request` when the text is not JSON, or is nested too deep. */
export function parseJson(text: string): unknown {
  const value = parsed(text);
  if (isDeeper(value, DEEPEST)) throw new Problem('malformed_request');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('malformed_request');
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeper(member, levels - 1));
}
