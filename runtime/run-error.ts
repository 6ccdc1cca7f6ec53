/** What keeps a process, or the work of a command, from starting or going on. The message is for people, and is shown as it is. */
export class RunError extends Error {
  override readonly name = 'RunError';
}
