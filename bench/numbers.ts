import { Command, InvalidArgumentError } from 'commander';

/**
 * The numbers that a command of this folder is given, in their order; `--help` tells them, and what is no whole number is refused
 * before anything starts.
 *
 * @param command - as it is called: `bench:sizes`
 * @param defaults - by name, what holds where one is left out
 */
export function numbers<Name extends string>(
  command: string,
  about: string,
  defaults: Readonly<Record<Name, number>>,
): Readonly<Record<Name, number>> {
  const program = new Command(`npm run ${command} --`).description(about);
  const named = Object.entries<number>(defaults);
  for (const [name, value] of named) program.argument(`[${name}]`, '', wholeNumber, value);
  program.parse();
  return Object.fromEntries(named.map(([name], index) => [name, program.processedArgs[index]])) as Record<Name, number>;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('a whole number is wanted.');
  return Number(text);
}
