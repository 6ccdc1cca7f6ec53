import { type ValidationIssue, wrongValue } from '../../../../core/errors/validation.js';

/** A foreign workspace and one that does not exist are told in the same words. */
export function unknownWorkspace(workspaceId: string): ValidationIssue {
  return wrongValue('workspace_id', 'there is no such workspace within reach', workspaceId);
}
