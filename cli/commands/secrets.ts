import type { Command } from 'commander';
import { freshDeployment, SECRET_HOLDERS } from '../../core/config/deployment-secrets.js';
import { withAnswer } from '../command-result-as-json-or-text.js';
import { environmentLines } from '../environment-lines.js';
import { registerDataKeySteps } from './data-key-rotation-steps.js';
import { registerPartKeySteps } from './part-key-rotation-steps.js';
import { registerReseal } from './secrets-reseal.js';
import { registerTokenKeySteps } from './token-key-rotation-steps.js';

export function registerSecrets(program: Command): void {
  const secrets = program
    .command('secrets')
    .description(
      'secrets of a deployment, printed as lines for environment files: generate, rotate keys, reseal stored secrets',
    );
  withAnswer(
    secrets,
    'generate',
    'print new values for every secret that NODE_ENV=production requires, grouped by part',
    [],
    async () => {
      const fresh = await freshDeployment();
      const files = SECRET_HOLDERS.map((holder) => `# ${holder}.env\n${environmentLines(fresh[holder])}`);
      return { document: fresh, text: files.join('\n\n') };
    },
  );
  registerTokenKeySteps(secrets);
  registerPartKeySteps(secrets);
  registerDataKeySteps(secrets);
  registerReseal(secrets);
}
