export interface Line {
  readonly what: string;
  readonly measured: number;
  /** The limit. */
  readonly aim: number;
  readonly unit: string;
}

export function lineOf(what: string, measured: number, aim: number, unit: string): Line {
  return { what, measured, aim, unit };
}

/** A Markdown table; a value over its limit is marked. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map(({ what, measured, aim, unit }) => {
    const shown = Number.isInteger(measured) ? String(measured) : measured.toFixed(1);
    return `| ${what} | ${shown} ${unit} | ${aim} ${unit} | ${measured <= aim ? '' : 'missed'} |`;
  });
  return `${['| | measured | at most | |', '|---|---|---|---|', ...rows].join('\n')}\n`;
}
