/** For ILIKE: text that contains this part. What ILIKE takes for wildcards stands for itself. */
export function containing(part: string | null | undefined): string | null {
  if (part === null || part === undefined) return null;
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
