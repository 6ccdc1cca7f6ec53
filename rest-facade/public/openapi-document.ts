import { z } from 'zod';
import type { ServedContract } from '../openapi/served-contract.js';
import { type LocalRequest, local } from '../route.js';

/** Provides the document. */
export interface ContractServices {
  readonly contract: ServedContract;
}

/** The contract, for programs. */
export const openapiDocument = local({
  operationId: 'openapiDocument',
  method: 'GET',
  path: '/openapi.json',
  contract: {
    summary: 'This document',
    description: 'The contract as OpenAPI 3.1. For people there is a page at `/docs`.',
    tag: 'Service',
    security: 'none',
    success: {
      status: 200,
      about: 'The document.',
      isCacheable: true,
      body: {
        name: 'OpenApiDocument',
        schema: z.looseObject({ openapi: z.string(), info: z.looseObject({ title: z.string(), version: z.string() }) }),
        example: { openapi: '3.1.0', info: { title: 'Tributary', version: '1.0.0' }, paths: {} },
      },
    },
  },
  answer: ({ services }: LocalRequest<ContractServices>) => ({ status: 200, asset: services.contract.document }),
});
