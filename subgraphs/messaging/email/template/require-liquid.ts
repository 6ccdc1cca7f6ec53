import { invalid } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import type { LiquidProcess } from '../liquid/liquid-process.js';
import { TEMPLATE_FIELDS, type TemplateFault, type Templates } from '../liquid/template-parts.js';

/**
 * Parses what is sent of a template, in the process for that and in the organization's turn.
 *
 * @throws {Problem} `validation_failed`, with every field that is not Liquid: what is wrong, and in which line;
 *   `service_unavailable` when too many of the organization wait already.
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

/** Which of the parts it was, nobody knows: the longest is the likeliest. */
function tooMuch(body: Templates): readonly TemplateFault[] {
  const longest = sentParts(body)
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, 1);
  return longest.map(([field]) => ({ field, fault: { error: 'parsing takes too long or too much memory', at: {} } }));
}
