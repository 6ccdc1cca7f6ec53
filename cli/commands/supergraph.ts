import { readFile } from 'node:fs/promises';
import { group, withAnswer } from '../command-result-as-json-or-text.js';

export const supergraphCommands = group('the composed graph of all subgraphs', {
  print: withAnswer('print its schema, as checked in', [], async () => {
    const text = await readFile(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8');
    return { document: { supergraph: text }, text: text.trimEnd() };
  }),
});
