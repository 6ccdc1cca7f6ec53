import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { withAnswer } from '../command-result-as-json-or-text.js';

export function registerSupergraph(program: Command): void {
  const supergraph = program.command('supergraph').description('the composed graph of all subgraphs');
  withAnswer(supergraph, 'print', 'print its schema, as checked in', [], async () => {
    const text = await readFile(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8');
    return { document: { supergraph: text }, text: text.trimEnd() };
  });
}
