/** Whether a variable path of a template has a value. Paths that only rendering can resolve count as filled. */
export function isFilled(name: readonly unknown[], members: unknown): boolean {
  let value = members;
  for (const step of name) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
    if (typeof step !== 'string') return true;
    if (!Object.hasOwn(value, step)) return value !== members && SHORTHANDS.includes(step);
    value = Reflect.get(value, step);
  }
  return true;
}

/** Liquid defines these for every value. */
const SHORTHANDS = ['size', 'first', 'last'];
