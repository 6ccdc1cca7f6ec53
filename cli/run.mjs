// The command as npm runs it: prepares what is missing, then is the command. One process, so that a signal meets nobody else.
import { prepare } from './prepare.mjs';

await prepare();
await import('../dist/cli/main.js');
