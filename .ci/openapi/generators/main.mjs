// Generates clients from docs/openapi.json with the generators that integrators use, and compiles them: a client that
// does not compile is a defect of the document. A generator whose requirements are not installed, or whose registry is
// unreachable, is skipped with a line.
import { rm } from 'node:fs/promises';
import { lockCache } from './lock.mjs';
import { NotHere } from './not-here.mjs';
import { oapiCodegen } from './oapi-codegen.mjs';
import { openapiGenerator } from './openapi-generator.mjs';
import { openapiTypescript } from './openapi-typescript.mjs';
import { work } from './places.mjs';
import { datamodelCodegen, openapiPythonClient } from './python-generators.mjs';

/** The generators of a row run one after the other; the rows run in parallel. */
const ROWS = [[oapiCodegen], [openapiGenerator, openapiPythonClient, datamodelCodegen, openapiTypescript]];

const started = performance.now();
let failed = 0;
const unlock = await lockCache();
if (unlock === undefined) console.log('client generators: skipped, another run is using their cache');
else
  await Promise.all(
    ROWS.map(async (row) => {
      for (const generator of row) await report(generator);
    }),
  );
await unlock?.();
await rm(work, { recursive: true, force: true });
console.log(`client generators: ${seconds(started)} s`);
process.exitCode = failed > 0 ? 1 : 0;

async function report({ name, check }) {
  const begun = performance.now();
  try {
    const made = await check();
    console.log(`${name}: ${made} (${seconds(begun)} s)`);
  } catch (error) {
    if (error instanceof NotHere) {
      console.log(`${name}: skipped, ${error.message}`);
      return;
    }
    failed += 1;
    console.log(`${name}: FAILED\n${error.message}`);
  }
}

function seconds(since) {
  return Math.round((performance.now() - since) / 1000);
}
