import type { Command } from 'commander';
import { type SnakeCased, snakeCased } from '../core/contract/case-conversion.js';
import { type Taken, taking, type ValuesOf, valuesGiven } from './options.js';

/** The result of a command: `document` for programs, `text` for people. */
export interface Answer {
  /** Printed by `--json`: the one document on standard output. */
  readonly document: unknown;
  readonly text: string;
}

/** Declares what a command is; its name comes from the group that it is in. */
export type Declare = (command: Command) => void;

/** A command of several: `group('disputes of charges', { list: withAnswer(…), show: withAnswer(…) })`. */
export function group(description: string, commands: Readonly<Record<string, Declare>>): Declare {
  return (parent) => {
    parent.description(description);
    for (const [name, declare] of Object.entries(commands)) declare(parent.command(name));
  };
}

/**
 * A command with a result: `withAnswer('show one dispute', [operand('<id>', 'its id')], async ({ id }) => …)`. Adds
 * `--json`, and prints the result.
 */
export function withAnswer<const T extends Taken>(
  description: string,
  taken: readonly T[],
  act: (given: ValuesOf<T>) => Answer | Promise<Answer>,
): Declare {
  return (command) => {
    taking(command.description(description), taken)
      .option('--json', 'answer with one JSON document on standard output; on failure {"error", "exit_code"}')
      .action(async () => {
        const { json, ...given } = valuesGiven(command, taken);
        const answer = await act(given as ValuesOf<T>);
        await written(json ? `${JSON.stringify(answer.document, null, 2)}\n` : `${answer.text}\n`);
      });
  };
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

/** A column by its head: the name of a member, or the text of a cell. */
export type Columns<T> = Readonly<Record<string, (keyof T & string) | ((item: T) => unknown)>>;

interface ListTexts<T> {
  /** Printed instead of an empty table. */
  readonly none?: string;
  /** The JSON document of one item; usual: all members in snake_case. */
  readonly as?: (item: T) => unknown;
}

/** A list as `{[name]: […]}`, and as a table. */
export function listed<T extends object>(
  name: string,
  items: readonly T[],
  columns: Columns<T>,
  { none, as = snakeCased }: ListTexts<T> = {},
) {
  const text = none !== undefined && items.length === 0 ? none : tableOf(items, columns);
  return { document: { [name]: items.map((item) => as(item)) }, text };
}

/** Null and undefined are empty cells. */
export function tableOf<T>(items: readonly T[], columns: Columns<T>): string {
  const cells = Object.values(columns);
  const rows = items.map((item) =>
    cells.map((cell) => String((typeof cell === 'function' ? cell(item) : item[cell]) ?? '')),
  );
  return table(Object.keys(columns), rows);
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

export function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}

type Words<S extends string> = S extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : S;

/** The members with these names, in this order: `members(row, 'id organization_id name')`. */
export function members<T extends object, const S extends string>(
  row: T,
  names: S & (Words<S> extends keyof SnakeCased<T> ? unknown : never),
): Readonly<Record<string, unknown>> {
  const all: Readonly<Record<string, unknown>> = { ...snakeCased(row) };
  return Object.fromEntries(names.split(' ').map((name) => [name, all[name]]));
}
