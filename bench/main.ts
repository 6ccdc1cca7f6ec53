import 'reflect-metadata';
import { Command, CommanderError } from 'commander';
import { ABOUT, BENCHES, type BenchName } from './benches.js';

/* `npm run bench -- NAME [arguments]`. Exit codes: 1 if a bench fails or a proof is not proven, 2 for wrong arguments. */

const words = process.argv.slice(2);
const program = new Command('npm run bench --')
  .description('Benchmarks, proofs and the pictures of the dashboard. `NAME --help` shows the arguments of one.')
  .usage('NAME [arguments]')
  .configureOutput({ getOutHelpWidth: () => 160, getErrHelpWidth: () => 160 })
  .helpCommand(false)
  .showHelpAfterError()
  .exitOverride();
for (const name of Object.keys(BENCHES) as BenchName[]) {
  const command = program.command(name).description(ABOUT[name]);
  if (name === words[0]) (await BENCHES[name]()).bench(command);
}
try {
  await program.parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' });
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
