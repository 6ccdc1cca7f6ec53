/** How whoever sits at the command line called it, before the command's own words: for what it says to do next. */
export function ownName(): string {
  return process.argv[1]?.endsWith('run.mjs') === true ? 'npm run -s tributary --' : 'node dist/cli/main.js';
}
