import { readFileSync, writeFileSync } from 'node:fs';
import { withConfigurationTable } from './readme-table.js';

/** A step of `npm run generate`. Run from the project's root. */
writeFileSync('README.md', withConfigurationTable(readFileSync('README.md', 'utf8')));
