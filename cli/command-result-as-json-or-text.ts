import type { Command } from 'commander';

/** The result of a command: `document` for programs, `text` for people. */
export interface Answer {
  /** Printed by `--json`: the one document on standard output. */
  readonly document: unknown;
  readonly text: string;
}

/** Declares a command with a result: adds `--json`, and prints the result. */
export function withAnswer(command: Command, act: (...operands: string[]) => Promise<Answer>): Command {
  return command
    .option('--json', 'answer with one JSON document on standard output; on failure {"error", "exit_code"}')
    .action(async () => {
      const answer = await act(...command.args);
      const { json } = command.opts<{ json?: true }>();
      await written(json ? `${JSON.stringify(answer.document, null, 2)}\n` : `${answer.text}\n`);
    });
}

/** The process ends right after the command, so wait until the pipe has taken all output. */
function written(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The reader may close the pipe early, as `head` does; a full disk is a failure.
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
