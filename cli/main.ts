import 'reflect-metadata';
import '../runtime/heap-growth.js';
import { runCommand } from './run-command.js';

process.exit(await runCommand(process.argv.slice(2)));
