import { type ValidationIssue, wrongValue } from '../../../../core/errors/validation.js';

/** The error is the same for a foreign workspace and one that does not exist. */
export function unknownWorkspace(workspaceId: string): ValidationIssue {
  return wrongValue('workspace_id', 'no such workspace in your scope', workspaceId);
}
