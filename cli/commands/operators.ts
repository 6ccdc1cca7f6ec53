import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { issueOperatorToken, OPERATOR_TOKEN_SECONDS } from '../../core/auth/operator-token.js';
import { OPERATOR_ROLES, type OperatorRole } from '../../core/auth/principal.js';
import { loadTokenKeys } from '../../core/auth/token-keys.js';
import { systemClock } from '../../core/clock.js';
import { loadConfig } from '../../core/config/load.js';
import { answering } from '../answer.js';
import { issuerOf } from '../issuer.js';

interface TokenOptions {
  readonly role: OperatorRole;
  readonly organization?: readonly string[];
  readonly subject: string;
  readonly ttl: number;
}

export function registerOperators(program: Command): void {
  const command = program
    .command('operators')
    .description('operators of the explorer and the dashboard')
    .command('token')
    .description('make a bearer token for an operator')
    .addOption(new Option('--role <role>', 'what the operator may do').choices(OPERATOR_ROLES).makeOptionMandatory())
    .option('--organization <id...>', 'allowlist; without it, every organization')
    .option('--subject <name>', 'who it is for; audit shows it', userInfo().username)
    .option('--ttl <seconds>', 'how long it lasts', seconds, OPERATOR_TOKEN_SECONDS);
  answering(command, async () => {
    const { role, organization, subject, ttl } = command.opts<TokenOptions>();
    const config = await loadConfig();
    const keys = await loadTokenKeys({
      signingKeys: config.TOKEN_SIGNING_KEYS,
      issuer: await issuerOf(config),
      clock: systemClock,
    });
    const request = { subject, role, lifetimeSeconds: ttl, ...(organization && { organizationIds: organization }) };
    const token = await issueOperatorToken(keys, request);
    return {
      document: { token, role, subject, expires_in: ttl, organization_ids: organization ?? 'all' },
      text: token,
    };
  });
}

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value <= 0)
    throw new InvalidArgumentError('It must be a whole number of seconds above 0.');
  return value;
}
