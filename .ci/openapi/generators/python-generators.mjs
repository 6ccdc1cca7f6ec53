import { join } from 'node:path';
import { run } from './command.mjs';
import { contract, work } from './places.mjs';
import { importAll, pythonWithPackages } from './python.mjs';

export const openapiPythonClient = {
  name: 'openapi-python-client 0.29.1',
  async check() {
    const programs = await pythonWithPackages();
    const to = ['--output-path', join(work, 'python_client'), '--meta', 'none'];
    const env = { PATH: `${programs}:${process.env.PATH}` };
    await run(join(programs, 'openapi-python-client'), ['generate', '--path', contract, ...to], { env });
    await importAll(programs, 'python_client', work);
    return 'python compiles';
  },
};

export const datamodelCodegen = {
  name: 'datamodel-code-generator 0.89.0',
  async check() {
    const programs = await pythonWithPackages();
    const input = ['--input', contract, '--input-file-type', 'openapi', '--formatters', 'builtin'];
    const output = ['--output-model-type', 'pydantic_v2.BaseModel', '--output', join(work, 'data_model.py')];
    await run(join(programs, 'datamodel-codegen'), [...input, ...output]);
    await run(join(programs, 'python'), ['-c', 'import data_model'], { cwd: work });
    return 'python compiles';
  },
};
