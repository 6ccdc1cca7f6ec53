/** SQL: percent as text, with four decimals, or with as many more as it has. */
export function percentInText(column: string): string {
  return `round(${column}, greatest(4, scale(trim_scale(${column}))))::text`;
}
