/** SQL for a percentage as text, with four decimals, or more if it has more. */
export function percentInText(column: string): string {
  return `round(${column}, greatest(4, scale(trim_scale(${column}))))::text`;
}
