import { Argument, Command, InvalidArgumentError } from 'commander';

/**
 * The numbers that a command of this folder is given, in their order; `--help` tells them, and what is no whole number is refused
 * before anything starts.
 *
 * @param command - as it is called: `bench:sizes`
 * @param defaults - by name, what holds where one is left out
 * @param parts - what words behind the numbers may name: of what it measures, that alone
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
  if (parts.length > 0)
    program.addArgument(new Argument('[parts...]', 'of what it measures, this alone').choices(parts));
  program.parse();
  const given = Object.fromEntries(named.map(([name], index) => [name, program.processedArgs[index]]));
  const [chosen = parts] = program.processedArgs.slice(named.length) as [readonly string[] | undefined];
  return { ...(given as Record<Name, number>), parts: chosen };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('a whole number is wanted.');
  return Number(text);
}
