import pg from 'pg';
import type { Principal } from '../principal/principal.js';
import { bind, type Parameter, type Parameters, type Statement } from './statement.js';

/** A statement with its parameters and the caller's scope as literals: only for COPY, which takes no placeholders. */
export function withLiterals<P extends Parameters, R>(
  statement: Statement<P, R>,
  principal: Principal,
  parameters: P,
): string {
  const { text, values } = bind(statement, principal, parameters);
  // One pass: values are never scanned for placeholders.
  return text.replace(/\$(\d+)/g, (_, number: string) => {
    const value = values[Number(number) - 1];
    if (value === undefined) throw new Error(`statement ${statement.name}: no value for $${number}`);
    return literal(value);
  });
}

/** @throws {RangeError} for text with a NUL, at which Postgres would end the statement. */
function literal(value: Parameter): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return `(${value})`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  const text = typeof value === 'string' ? value : arrayText(value);
  if (text.includes('\0')) throw new RangeError('Postgres cannot store text with a NUL');
  return pg.escapeLiteral(text);
}

/** An array in Postgres' notation: `{"a","b",NULL}`. */
function arrayText(values: readonly (string | number | null)[]): string {
  const items = values.map((item) => (item === null ? 'NULL' : `"${String(item).replace(/["\\]/g, '\\$&')}"`));
  return `{${items.join(',')}}`;
}
