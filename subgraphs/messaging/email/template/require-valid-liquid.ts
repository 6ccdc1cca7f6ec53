import { invalid } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import type { LiquidProcess } from '../liquid/liquid-child-process.js';
import { TEMPLATE_FIELDS, type TemplateFault, type Templates } from '../liquid/template-fields-and-fault-types.js';

/**
 * Parses the templates of a request in the Liquid process, in the organization's turn.
 *
 * @throws {Problem} `validation_failed` with the error and line of every field that is not valid Liquid;
 * `service_unavailable` when too many tasks of the organization are waiting.
 */
export async function requireLiquid(liquid: LiquidProcess, organizationId: string, body: Templates): Promise<void> {
  const templates = Object.fromEntries(sentParts(body));
  if (Object.keys(templates).length === 0) return;
  const outcome = await liquid.parse(organizationId, templates);
  const faults = 'kind' in outcome ? tooMuch(body) : outcome;
  if (faults.length === 0) return;
  throw invalid(faults.map(({ field, fault }) => wrongValue(field, fault.error, templates[field], fault.at)));
}

function sentParts(body: Templates) {
  return TEMPLATE_FIELDS.flatMap((field) => {
    const source = body[field];
    return source ? [[field, source] as const] : [];
  });
}

/** It is unknown which part exceeded the limits; the longest is the most likely one. */
function tooMuch(body: Templates): readonly TemplateFault[] {
  const longest = sentParts(body)
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, 1);
  return longest.map(([field]) => ({ field, fault: { error: 'parsing takes too long or too much memory', at: {} } }));
}
