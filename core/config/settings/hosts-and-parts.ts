import { z } from 'zod';
import { oneOf, port, positive, url } from '../setting-schemas.js';

/** Addresses of the hosts and of the parts. */
export const HOSTS_AND_PARTS = {
  NODE_ENV: oneOf(['development', 'test', 'production'])
    .default('development')
    .describe('`production` refuses the embedded database, the sandboxes and generated secrets.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address that every host listens on.'),
  PORT: port(4000, 'Port of the base host (REST).'),
  GRAPHQL_PORT: port(4001, 'Port of the gateway (GraphQL).'),
  SECURE_PORT: port(4002, 'Port of the secure card-capture host.'),
  METRICS_PORT: port(
    0,
    'Port of `/metrics`, `/healthz` and a detailed `/readyz` of this process, for operators only; 0 means none.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url()
    .optional()
    .describe('OpenTelemetry collector (OTLP over HTTP) that receives traces. Without it no traces are made.'),
  INTERNAL_PORT: port(
    0,
    'Port at which `serve gateway` and `serve subgraph NAME` answer other parts only; 0 means the port in the part’s address below.',
  ),
  PUBLIC_URL: url()
    .optional()
    .describe(
      'The address by which clients know the base host: the tokens’ issuer. Default: host and port; required in production, with https.',
    ),
  SECURE_PUBLIC_URL: url()
    .optional()
    .describe(
      'The address by which clients know the secure host. Default: host and port; required in production where cards are captured, with https.',
    ),
  GATEWAY_URL: url()
    .default('http://127.0.0.1:4010')
    .describe('Address of the gateway, for `serve rest` and `serve secure`: its port for parts, not its public one.'),
  SUBGRAPH_SERVICING_URL: url()
    .default('http://127.0.0.1:4011')
    .describe('Address of the servicing subgraph, for `serve gateway` and `serve rest`.'),
  SUBGRAPH_PAYMENTS_URL: url()
    .default('http://127.0.0.1:4012')
    .describe('Address of the payments subgraph, for `serve gateway` and `serve rest`.'),
  SUBGRAPH_REPORTING_URL: url()
    .default('http://127.0.0.1:4013')
    .describe('Address of the reporting subgraph, for `serve gateway` and `serve rest`.'),
  SUBGRAPH_MESSAGING_URL: url()
    .default('http://127.0.0.1:4014')
    .describe('Address of the messaging subgraph, for `serve gateway` and `serve rest`.'),
  PART_READ_TIMEOUT_MS: positive(
    20_000,
    'How long a part waits for another part’s answer to a read. For a write it waits longer: loan systems and card processors have their own limits.',
  ),
  CLOCK_TOLERANCE_SECONDS: positive(
    30,
    'How far a part’s clock may differ from Postgres’ clock; beyond that the part is not ready. Parts accept each other’s signatures within twice that difference.',
  ),
};
