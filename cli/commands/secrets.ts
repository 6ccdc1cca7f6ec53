import type { Command } from 'commander';
import { freshDeployment } from '../../core/config/deployment-secrets.js';
import { withAnswer } from '../command-result-as-json-or-text.js';
import { environmentLines } from '../environment-lines.js';
import { registerDataKeySteps } from './data-key-rotation-steps.js';
import { registerPartKeySteps } from './part-key-rotation-steps.js';
import { registerReseal } from './secrets-reseal.js';
import { registerTokenKeySteps } from './token-key-rotation-steps.js';
import { type WrittenFile, writeEnvironmentFiles } from './write-environment-files.js';

export function registerSecrets(program: Command): void {
  const secrets = program
    .command('secrets')
    .description(
      'secrets of a deployment, printed as lines for environment files: generate, rotate keys, reseal stored secrets',
    );
  const generate = secrets
    .command('generate')
    .description('print new values for every secret that NODE_ENV=production requires, grouped by part')
    .option(
      '--env-files <folder>',
      'write them to one new file for each group instead, with the other settings to fill in',
    );
  withAnswer(generate, async () => {
    const fresh = await freshDeployment();
    const { envFiles } = generate.opts<{ envFiles?: string }>();
    if (envFiles !== undefined) {
      const written = await writeEnvironmentFiles(envFiles, fresh);
      return {
        document: written,
        text: ['written; fill in the settings that you use:', ...written.map(writtenLine)].join('\n'),
      };
    }
    const files = Object.entries(fresh).map(([name, values]) => `# ${name}.env\n${environmentLines(values)}`);
    return { document: fresh, text: files.join('\n\n') };
  });
  registerTokenKeySteps(secrets);
  registerPartKeySteps(secrets);
  registerDataKeySteps(secrets);
  registerReseal(secrets);
}

function writtenLine({ path, to_fill_in: names }: WrittenFile): string {
  return names.length === 0 ? path : `${path}: ${names.join(', ')}`;
}
