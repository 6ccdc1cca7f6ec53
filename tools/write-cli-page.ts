import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { createProgram } from '../cli/program.js';
import { cliPage } from './cli-page.js';

/** A step of `npm run generate`. Run from the project's root. */
writeFileSync('docs/cli.md', cliPage(await createProgram(), readFileSync('tools/cli-page/introduction.md', 'utf8')));
