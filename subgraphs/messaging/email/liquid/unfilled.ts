/** Whether a name of a template, with the members that it asks of it, leads to anything. What only rendering knows counts as filled. */
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

/** Liquid answers these for anything. */
const SHORTHANDS = ['size', 'first', 'last'];
