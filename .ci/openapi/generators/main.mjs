// Makes clients of docs/openapi.json by generators that readers of it use, and compiles them: what does not compile is a
// defect of the document. What a generator needs and is not installed, or whose registry is not reached, is skipped with a line.
import { rm } from 'node:fs/promises';
import { lockCache } from './lock.mjs';
import { NotHere } from './not-here.mjs';
import { oapiCodegen } from './oapi-codegen.mjs';
import { openapiGenerator } from './openapi-generator.mjs';
import { openapiTypescript } from './openapi-typescript.mjs';
import { work } from './places.mjs';
import { datamodelCodegen, openapiPythonClient } from './python-generators.mjs';

/** Each row goes through its generators one after the other, beside the other row. */
const ROWS = [[oapiCodegen], [openapiGenerator, openapiPythonClient, datamodelCodegen, openapiTypescript]];

const started = performance.now();
let failed = 0;
const unlock = await lockCache();
if (unlock === undefined) console.log('generators of clients: skipped, another run has their cache');
else
  await Promise.all(
    ROWS.map(async (row) => {
      for (const generator of row) await report(generator);
    }),
  );
await unlock?.();
await rm(work, { recursive: true, force: true });
console.log(`generators of clients: ${seconds(started)} s`);
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
