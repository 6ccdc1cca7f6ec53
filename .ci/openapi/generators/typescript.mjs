import { join } from 'node:path';
import { run } from './command.mjs';
import { here } from './places.mjs';

const OPTIONS =
  '--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom';

/** @param file - compiled with its imports */
export async function compileTypeScript(folder, file) {
  await run(join(here, '../node_modules/.bin/tsc'), [...OPTIONS.split(' '), file], { cwd: folder });
}
