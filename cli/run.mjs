// The command as npm runs it: prepares what is missing, then is the command. One process, and the
// scripts say `exec`: npm passes signals to the shell it started, and a shell that waits for us would die of them alone.
import { prepare } from '../tools/prepare.mjs';

await prepare();
await import('../dist/cli/main.js');
