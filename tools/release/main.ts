import { run } from './run.js';

/** `npm run release`, from the project's folder. */
process.exitCode = run(process.argv.slice(2), {
  root: process.cwd(),
  now: new Date(),
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
});
