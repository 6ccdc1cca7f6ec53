import type { ValidationIssue } from '../../../core/errors/validation.js';

/** A field of a body whose value does not do; `context` is told beside the error. */
export function wrongValue(
  field: string,
  error: string,
  input: unknown,
  context: Readonly<Record<string, unknown>> = {},
): ValidationIssue {
  const ctx = { error, ...context };
  return { loc: ['body', field], msg: `Value error, ${error}`, type: 'value_error', input, ctx };
}

/** A foreign workspace and one that does not exist are told in the same words. */
export function unknownWorkspace(workspaceId: string): ValidationIssue {
  return wrongValue('workspace_id', 'there is no such workspace within reach', workspaceId);
}
