import type { Command } from 'commander';

/** What a command found out or did: for programs, and for people. */
export interface Answer {
  /** With `--json`: the one document on standard output. */
  readonly document: unknown;
  readonly text: string;
}

/** Declares a command that answers: gives it `--json`, and prints. */
export function answering(command: Command, act: (...operands: string[]) => Promise<Answer>): Command {
  return command
    .option('--json', 'answer with one JSON document on standard output; of a failure, {"error", "exit_code"}')
    .action(async () => {
      const answer = await act(...command.args);
      const { json } = command.opts<{ json?: true }>();
      await written(json ? `${JSON.stringify(answer.document, null, 2)}\n` : `${answer.text}\n`);
    });
}

/** The command ends the process when it is done: what a pipe has not taken by then nobody would read. */
function written(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Whoever reads may have enough, as `head` has; a full disk is a failure.
    const ended = (error?: Error | null) => {
      process.stdout.off('error', ended);
      if (error && !('code' in error && error.code === 'EPIPE')) reject(error);
      else resolve();
    };
    process.stdout.on('error', ended);
    process.stdout.write(text, ended);
  });
}

/** Columns as wide as their widest cell. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [heads, ...rows].map(line).join('\n');
}
