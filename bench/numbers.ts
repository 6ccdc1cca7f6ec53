import { Argument, Command, InvalidArgumentError } from 'commander';

/**
 * The numeric arguments of a command in this folder, in order. `--help` lists them, and anything other than a whole
 * number is refused before the start.
 *
 * @param command - its npm name: `bench:sizes`
 * @param defaults - default values, by name
 * @param parts - words that may follow the numbers and limit the run to those measurements
 */
export function numbers<Name extends string>(
  command: string,
  about: string,
  defaults: Readonly<Record<Name, number>>,
  parts: readonly string[] = [],
): Readonly<Record<Name, number>> & { readonly parts: readonly string[] } {
  const program = new Command(`npm run ${command} --`).description(about);
  const named = Object.entries<number>(defaults);
  for (const [name, value] of named) program.argument(`[${name}]`, '', wholeNumber, value);
  if (parts.length > 0) program.addArgument(new Argument('[parts...]', 'measure only this').choices(parts));
  program.parse();
  const given = Object.fromEntries(named.map(([name], index) => [name, program.processedArgs[index]]));
  const [chosen = parts] = program.processedArgs.slice(named.length) as [readonly string[] | undefined];
  return { ...(given as Record<Name, number>), parts: chosen };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('a whole number is wanted.');
  return Number(text);
}
