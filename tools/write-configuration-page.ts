import { writeFileSync } from 'node:fs';
import { configurationPage, environmentExample } from './configuration-page.js';

/** A step of `npm run generate`. Run from the project's root. */
writeFileSync('docs/configuration.md', configurationPage());
writeFileSync('deploy/environment.example', environmentExample());
