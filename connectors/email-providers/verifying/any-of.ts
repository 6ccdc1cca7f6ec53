/**
 * Whether one of several secrets fits, as long as an old one counts beside the new. All are tried, so that the time says nothing
 * about which of them does.
 */
export function anyOf<Secret>(secrets: readonly Secret[], fits: (secret: Secret) => boolean): boolean {
  return secrets.map(fits).includes(true);
}
