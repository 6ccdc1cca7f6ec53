/** The command name as the user typed it, for hints on what to run next. */
export function ownName(): string {
  return process.argv[1]?.endsWith('run.mjs') === true ? 'npm run -s tributary --' : 'node dist/cli/main.js';
}
