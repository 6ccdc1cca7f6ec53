/**
 * Prevents a process, or a command's work, from starting or continuing. The message is for people, and is shown
 * unchanged.
 */
export class RunError extends Error {
  override readonly name = 'RunError';
}
