/** A file cannot be read as CSV, from this line on. */
export class UnreadableCsv extends Error {
  override readonly name = 'UnreadableCsv';
  /** Counted from 1. */
  readonly line: number;
  /** What is wrong, without the line and without the file's text. */
  readonly reason: string;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
    this.reason = reason;
  }
}
