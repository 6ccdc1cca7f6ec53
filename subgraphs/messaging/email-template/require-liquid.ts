import { invalid } from '../../../core/errors/problem.js';
import { wrongValue } from '../../../core/errors/validation.js';
import { liquidFault } from '../preview/liquid.js';

const FIELDS = ['subject_template', 'html_template', 'text_template'] as const;

/** Templates as a body carries them; what is not sent, or null, is not looked at. */
export type Templates = { readonly [F in (typeof FIELDS)[number]]?: string | null | undefined };

/** @throws {Problem} `validation_failed`, with every field that is not Liquid: what is wrong, and in which line. */
export function requireLiquid(templates: Templates): void {
  const issues = FIELDS.flatMap((field) => {
    const source = templates[field];
    const fault = source ? liquidFault(source) : undefined;
    return fault === undefined ? [] : [wrongValue(field, fault.error, source, fault.at)];
  });
  if (issues.length > 0) throw invalid(issues);
}
