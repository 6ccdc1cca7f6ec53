import { freshDeployment } from '../../core/config/deployment-secrets.js';
import { group, withAnswer } from '../command-result-as-json-or-text.js';
import { environmentLines } from '../environment-lines.js';
import { option } from '../options.js';
import { dataKeySteps } from './data-key-rotation-steps.js';
import { partKeySteps } from './part-key-rotation-steps.js';
import { reseal } from './secrets-reseal.js';
import { tokenKeySteps } from './token-key-rotation-steps.js';
import { type WrittenFile, writeEnvironmentFiles } from './write-environment-files.js';

export const secretsCommands = group(
  'secrets of a deployment, printed as lines for environment files: generate, rotate keys, reseal stored secrets',
  {
    generate: withAnswer(
      'print new values for every secret that NODE_ENV=production requires, grouped by part',
      [
        option(
          '--env-files <folder>',
          'write them to one new file for each group instead, with the other settings to fill in',
        ),
      ],
      async ({ envFiles }) => {
        const fresh = await freshDeployment();
        if (envFiles !== undefined) {
          const written = await writeEnvironmentFiles(envFiles, fresh);
          return {
            document: written,
            text: ['written; fill in the settings that you use:', ...written.map(writtenLine)].join('\n'),
          };
        }
        const files = Object.entries(fresh).map(([name, values]) => `# ${name}.env\n${environmentLines(values)}`);
        return { document: fresh, text: files.join('\n\n') };
      },
    ),
    ...tokenKeySteps,
    ...partKeySteps,
    ...dataKeySteps,
    reseal,
  },
);

function writtenLine({ path, to_fill_in: names }: WrittenFile): string {
  return names.length === 0 ? path : `${path}: ${names.join(', ')}`;
}
