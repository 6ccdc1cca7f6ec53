import type { Operation } from '../contract.js';
import { table } from '../html.js';
import type { Markdown } from '../markdown.js';

export interface Refusal {
  readonly status: string;
  readonly code: string;
  readonly meaning: string;
}

/** Every error of an operation, by status, with a row for each code. */
export function refusalsOf({ responses }: Operation): readonly Refusal[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { content }]) =>
      Object.entries(content?.['application/json']?.examples ?? {}).map(([code]) => ({
        status,
        code,
        meaning: meaningOf(responses[status]?.description ?? '', code),
      })),
    );
}

export function errorsTable(operation: Operation, markdown: Markdown): string {
  const rows = refusalsOf(operation).map(({ status, code, meaning }) => [
    status,
    `<a href="/docs/errors/${code}"><code>${code.replaceAll('_', '_<wbr>')}</code></a>`,
    markdown.line(meaning),
  ]);
  return table('Errors', ['Status', 'Code', 'Meaning'], rows);
}

/** From a response's description, which has a paragraph for each code. */
function meaningOf(description: string, code: string): string {
  const paragraph = description.split('\n\n').find((each) => each.startsWith(`\`${code}\``)) ?? description;
  return paragraph.replace(/^`\w+`: /, '');
}
