/** A command that cannot do what it was asked for; the message is shown as it is, and the process ends with this code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  /** @param exitCode 1: refused or failed; 2: wrongly called. */
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
