import type { Command } from 'commander';
import { freshDeployment, SECRET_HOLDERS } from '../../core/config/deployment-secrets.js';
import { answering } from '../answer.js';
import { environmentLines } from '../environment-lines.js';
import { registerDataKeySteps } from './data-key-steps.js';
import { registerPartKeySteps } from './part-key-steps.js';
import { registerReseal } from './reseal.js';
import { registerTokenKeySteps } from './token-key-steps.js';

export function registerSecrets(program: Command): void {
  const secrets = program
    .command('secrets')
    .description(
      'secrets of a deployment, as lines of environment files: generate, replace keys; reseal what rests encrypted',
    );
  answering(
    secrets
      .command('generate')
      .description('a new set of everything that NODE_ENV=production requires, by the part that is to have it'),
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
