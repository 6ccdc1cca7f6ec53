import type { AccessTokens } from '../../core/auth/access-token.js';
import type { Authenticate } from '../../core/auth/authenticate.js';
import type { SandboxScenarios } from '../../core/contract/sandbox-scenarios.js';
import type { Tarpit } from '../../core/http/front/tarpit.js';
import type { Logger } from '../../core/logger.js';
import type { RateLimits } from '../../core/rate-limits/rate-limits.js';
import type { OperationRunner } from '../../gateway/operation.js';
import type { WebhookIntake } from '../admin/campaign-events/webhook-intake.js';
import type { ServedContract } from '../openapi/served.js';
import type { CaptureServices } from '../secure/capture-services.js';
import type { ProcessorEventIntake } from '../secure/processor-events.js';
import type { BoardingUploads } from './boarding-uploads.js';
import type { ReportExports } from './report-exports.js';

/** What a host of the facade works with; the composition root hands it in. */
export interface FacadeServices {
  readonly operations: OperationRunner;
  readonly exports: ReportExports;
  readonly boardings: BoardingUploads;
  /** How long the reader of an export may take nothing. */
  readonly exportStallMs: number;
  readonly authenticate: Authenticate;
  readonly accessTokens: Pick<AccessTokens, 'exchangeClientCredentials' | 'jwks'>;
  readonly rateLimits: Pick<RateLimits, 'consume' | 'denial'>;
  /** Slows down whoever is refused again and again. */
  readonly tarpit: Tarpit;
  readonly logger: Logger;
  /** Largest request body, in bytes. */
  readonly bodyLimitBytes: number;
  /** What is held of email providers' calls. */
  readonly webhooks: WebhookIntake;
  /** The address by which clients know this host, without a slash at its end; also the tokens' `iss`. */
  readonly issuer: string;
  /** The secure host's, while secure capture is enabled; no other host has it. */
  readonly capture?: CaptureServices;
  /** The secure host's: what it reads card processors' events with. */
  readonly processorEvents?: ProcessorEventIntake;
  readonly contract: ServedContract;
  /** What the sandbox's accounts and cards do. */
  readonly scenarios: SandboxScenarios;
  /** Whether what requests need behind this host is there. */
  readonly isReady: () => Promise<boolean>;
}
