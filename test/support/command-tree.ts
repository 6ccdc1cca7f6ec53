import type { Command } from 'commander';
import { createProgram } from '../../cli/program.js';

/** A leaf command: `keys create`, `serve subgraph`, … */
export interface LeafCommand {
  readonly name: string;
  readonly words: readonly string[];
  readonly help: string;
}

/** All leaf commands. */
export async function everyCommand(): Promise<readonly LeafCommand[]> {
  return leaves(await createProgram());
}

function leaves(of: Command, words: readonly string[] = []): readonly LeafCommand[] {
  if (of.commands.length === 0) return [{ name: words.join(' '), words, help: of.helpInformation() }];
  return of.commands.flatMap((sub) => leaves(sub, [...words, sub.name()]));
}
