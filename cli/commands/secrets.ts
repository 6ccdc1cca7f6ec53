import type { Command } from 'commander';
import { loadConfig } from '../../core/config/load.js';
import { freshSecrets, withFreshTokenKey } from '../../core/config/secrets.js';
import { type Answer, answering } from '../answer.js';

export function registerSecrets(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('secrets of a deployment, as lines of an environment file: generate, rotate');
  answering(
    secrets.command('generate').description('a new set of everything that NODE_ENV=production requires'),
    async () => asLines(await freshSecrets()),
  );
  answering(
    secrets
      .command('rotate-token-key')
      .description('TOKEN_SIGNING_KEYS as it is set now, with a new key in front that signs from now on'),
    async () => {
      const { TOKEN_SIGNING_KEYS } = await loadConfig();
      return asLines({ TOKEN_SIGNING_KEYS: await withFreshTokenKey(TOKEN_SIGNING_KEYS) });
    },
  );
}

function asLines(values: Readonly<Record<string, string>>): Answer {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return { document: values, text: lines.join('\n') };
}
