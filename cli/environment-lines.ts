import type { Answer } from './command-result-as-json-or-text.js';

/** Formats values as lines of an environment file. */
export function environmentLines(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

export function asEnvironment(values: Readonly<Record<string, string>>): Answer {
  return { document: values, text: environmentLines(values) };
}
