import { Argument, type Command, InvalidArgumentError } from 'commander';

/** Adds the arguments and the action of a bench to its command. */
export type Bench = (command: Command) => void;

type Numbers<Name extends string> = Readonly<Record<Name, number>>;

/** Progress goes to standard error, results to standard output. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** @param parts - words that may follow the numbers and limit the run to those measurements */
export function withNumbers<Name extends string>(
  defaults: Numbers<Name>,
  run: (given: Numbers<Name>, parts: readonly string[]) => Promise<void>,
  parts: readonly string[] = [],
): Bench {
  return (command) => {
    const names = Object.keys(defaults) as Name[];
    for (const name of names) command.argument(`[${name}]`, '', wholeNumber, defaults[name]);
    if (parts.length > 0) command.addArgument(new Argument('[parts...]', 'measure only this').choices(parts));
    command.action(async () => {
      const values = command.processedArgs;
      const given = Object.fromEntries(names.map((name, place) => [name, values[place]])) as Numbers<Name>;
      await run(given, values[names.length] ?? parts);
    });
  };
}

/**
 * A bench that prints its numbers and findings as JSON, and ends with 1 unless they are proven.
 *
 * @param prove - throws, or finds `isProven: false`, if it is not proven
 */
export function proof<Name extends string>(
  defaults: Numbers<Name>,
  prove: (given: Numbers<Name>) => Promise<Readonly<Record<string, unknown>> & { readonly isProven?: boolean }>,
): Bench {
  return withNumbers(defaults, async (given) => {
    const began = performance.now();
    const found = await prove(given);
    const seconds = Math.round((performance.now() - began) / 1_000);
    const { isProven = true, ...figures } = { ...given, seconds, ...found };
    process.stdout.write(`${JSON.stringify({ ...figures, isProven })}\n`);
    process.exitCode = isProven ? 0 : 1;
  });
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('a whole number is wanted.');
  return Number(text);
}
