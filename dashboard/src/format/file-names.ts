/** A name as part of a file's name: letters and digits of any script, joined by hyphens. */
export function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}
