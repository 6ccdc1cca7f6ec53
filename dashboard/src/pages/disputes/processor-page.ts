/** The page of a dispute at its card processor; undefined for a processor without one. Sandboxes are its test mode. */
export function processorPage(
  { processor, externalId }: { readonly processor: string; readonly externalId: string },
  isSandbox: boolean,
): string | undefined {
  if (processor !== 'stripe') return undefined;
  return `https://dashboard.stripe.com/${isSandbox ? 'test/' : ''}disputes/${encodeURIComponent(externalId)}`;
}
