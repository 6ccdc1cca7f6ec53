/**
 * A rule about several members, as JSON Schema tells it: `if`, `then`, `else`. Made of pairs: an object that is written with a
 * member `then` looks like a promise to linters.
 */
export function toldRule(when: object, thus: object, otherwise?: object): Readonly<Record<string, object>> {
  return Object.fromEntries([['if', when], ['then', thus], ...(otherwise === undefined ? [] : [['else', otherwise]])]);
}
