// The command for npm scripts: prepares what is missing, then becomes the command. It is one process, and the scripts
// use `exec`: npm passes signals to the shell that it started, and a shell waiting for us would die of them alone.
import { prepare } from '../tools/prepare.mjs';

await prepare();
await import('../dist/cli/main.js');
