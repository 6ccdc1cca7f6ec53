import { statusText } from '../../format/statuses';

/** The sample value of a placeholder until the user enters one: its name in plain words. */
export function sampleOf(placeholder: string): string {
  return statusText(placeholder.split('.').at(-1) ?? placeholder);
}

/** Turns `borrower.name` into `{ borrower: { name: … } }`. A name with other names below it is not a value itself. */
export function sampleData(values: readonly (readonly [placeholder: string, value: string])[]): object {
  return nested(values.map(([placeholder, value]) => [placeholder.split('.'), value]));
}

function nested(values: readonly (readonly [path: readonly string[], value: string])[]): object {
  const firsts = [...new Set(values.map(([[first = '']]) => first))];
  return Object.fromEntries(
    firsts.map((first) => {
      const under = values.filter(([path]) => path[0] === first);
      const deeper = under.flatMap(([[, ...rest], value]) => (rest.length > 0 ? [[rest, value] as const] : []));
      return [first, deeper.length > 0 ? nested(deeper) : (under[0]?.[1] ?? '')];
    }),
  );
}
