/**
 * A rule across several members, as JSON Schema's `if`, `then`, `else`. Built from pairs, because linters take an
 * object literal with a member `then` for a promise.
 */
export function conditionalSchema(when: object, thus: object, otherwise?: object): Readonly<Record<string, object>> {
  return Object.fromEntries([['if', when], ['then', thus], ...(otherwise === undefined ? [] : [['else', otherwise]])]);
}
