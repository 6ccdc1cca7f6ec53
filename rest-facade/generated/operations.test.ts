import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, loadCodegenConfig } from '@graphql-codegen/cli';
import { printSchema } from 'graphql';
import { expect, it } from 'vitest';
import answeredSchema from '../non-null-schema.js';

const project = fileURLToPath(new URL('../../', import.meta.url));

it('the checked-in types are those of the documents and of the supergraph', async () => {
  const { config } = await loadCodegenConfig({ configFilePath: `${project}codegen.yml` });
  const schema = printSchema(answeredSchema(`${project}gateway/supergraph.graphql`));
  const files: readonly { readonly filename: string; readonly content: string }[] = await generate(
    { ...config, schema, cwd: project, silent: true },
    false,
  );
  expect(files.length).toBeGreaterThan(1);
  for (const { filename, content } of files) expect(content).toBe(readFileSync(resolve(project, filename), 'utf8'));
});
