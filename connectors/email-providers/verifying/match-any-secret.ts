/**
 * Whether one of several secrets matches, during a rotation. All are tried, so that the time does not reveal which one
 * matches.
 */
export function matchesAnySecret<Secret>(secrets: readonly Secret[], fits: (secret: Secret) => boolean): boolean {
  return secrets.map(fits).includes(true);
}
