import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { mintOperatorToken } from '../../core/auth/mint-operator-token.js';
import { LONGEST_OPERATOR_TOKEN_SECONDS, OPERATOR_TOKEN_SECONDS } from '../../core/auth/operator-token.js';
import { OPERATOR_ROLES, type OperatorRole } from '../../core/auth/principal.js';
import { loadTokenKeys, type TokenKeys } from '../../core/auth/token-keys.js';
import { systemClock } from '../../core/clock.js';
import { atCommandLine } from '../actor.js';
import { answering } from '../answer.js';
import { CommandError } from '../command-error.js';
import { issuerOf } from '../issuer.js';
import { type Session, withSession } from '../session.js';

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
    .description('make a bearer token for an operator; audited, and not to be revoked but by rotating the keys')
    .addOption(new Option('--role <role>', 'what the operator may do').choices(OPERATOR_ROLES).makeOptionMandatory())
    .option('--organization <id...>', 'allowlist; without it, every organization')
    .option('--subject <name>', 'who it is for; audit shows it', userInfo().username)
    .option(
      '--ttl <seconds>',
      `how long it lasts, at most ${LONGEST_OPERATOR_TOKEN_SECONDS}`,
      seconds,
      OPERATOR_TOKEN_SECONDS,
    );
  answering(command, async () => {
    const { role, organization, subject, ttl } = command.opts<TokenOptions>();
    const request = { subject, role, lifetimeSeconds: ttl, ...(organization && { organizationIds: organization }) };
    const minted = await withSession(async (session) =>
      mintOperatorToken(
        { db: session.db, clock: systemClock, keys: await tokenKeysOf(session) },
        atCommandLine(),
        request,
      ),
    );
    if (minted.outcome === 'refused') throw new CommandError(minted.problems.join('; '));
    const { token } = minted;
    return {
      document: { token, role, subject, expires_in: ttl, organization_ids: organization ?? 'all' },
      text: token,
    };
  });
}

async function tokenKeysOf({ config }: Session): Promise<TokenKeys> {
  const issuer = await issuerOf(config);
  return loadTokenKeys({ signingKeys: config.TOKEN_SIGNING_KEYS, issuer, clock: systemClock });
}

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value <= 0)
    throw new InvalidArgumentError('It must be a whole number of seconds above 0.');
  return value;
}
