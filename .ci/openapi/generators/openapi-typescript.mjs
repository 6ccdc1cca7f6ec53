import { join } from 'node:path';
import { run } from './command.mjs';
import { contract, here, work } from './places.mjs';
import { compileTypeScript } from './typescript.mjs';

/** The version that the client package is generated with. */
export const openapiTypescript = {
  name: 'openapi-typescript 7.13.0',
  async check() {
    await run(join(here, '../node_modules/.bin/openapi-typescript'), [contract, '--output', join(work, 'contract.ts')]);
    await compileTypeScript(work, 'contract.ts');
    return 'typescript compiles';
  },
};
