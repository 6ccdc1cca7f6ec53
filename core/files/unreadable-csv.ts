/** A file cannot be read as CSV from this line on. */
export class UnreadableCsv extends Error {
  override readonly name = 'UnreadableCsv';
  /** Counted from 1. */
  readonly line: number;
  /** The reason, without the line number and without text from the file. */
  readonly reason: string;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
    this.reason = reason;
  }
}
