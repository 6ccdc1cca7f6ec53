import { z } from 'zod';
import { issuesFromZod } from '../errors/from-zod.js';
import { invalid } from '../errors/problem.js';
import { text } from './text.js';

/** Spec 4.1: 1 to 255 characters. */
export const idempotencyKey = text({ minimum: 1, maximum: 255 });

/**
 * A keyed write as it reaches a service, whichever door it came through: key and body, checked against the contract.
 *
 * @throws {Problem} `validation_failed` with every problem of both.
 */
export function checkedWrite<B>(
  body: z.ZodType<B>,
  request: { readonly idempotencyKey: string; readonly body: unknown },
): B {
  const input = { header: { 'Idempotency-Key': request.idempotencyKey }, body: request.body };
  const parsed = z.object({ header: z.object({ 'Idempotency-Key': idempotencyKey }), body }).safeParse(input);
  if (!parsed.success) throw invalid(issuesFromZod({ error: parsed.error, input }));
  return parsed.data.body;
}

/** A write's body alone. @throws {Problem} `validation_failed` with every problem of it. */
export function checkedBody<B>(schema: z.ZodType<B>, body: unknown): B {
  const input = { body };
  const parsed = z.object({ body: schema }).safeParse(input);
  if (!parsed.success) throw invalid(issuesFromZod({ error: parsed.error, input }));
  return parsed.data.body;
}

/** A body as the contract knows it, made of a GraphQL input: what was left out is not there. */
export function sent(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
