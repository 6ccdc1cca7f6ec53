import { writeFileSync } from 'node:fs';
import { configurationPage } from './configuration-page.js';

/** A step of `npm run generate`. Run from the project's root. */
writeFileSync('docs/configuration.md', configurationPage());
