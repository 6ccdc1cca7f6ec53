import { z } from 'zod';
import type { PrismaClient } from '../../prisma/client/client.js';

/** By model: its fields, and for a relation field the target model. */
export type Models = ReadonlyMap<string, ReadonlyMap<string, Field>>;

export interface Field {
  readonly relatesTo: string | undefined;
}

/**
 * The generated data model. Prisma 7 publishes no DMMF, but every client carries this part of it. Its shape is
 * checked, so that an upgrade that changes it stops the start instead of silently disabling the scope rules.
 */
export function readModels(client: PrismaClient): Models {
  const { models } = dataModel.parse(Reflect.get(client, '_runtimeDataModel'));
  return new Map(
    Object.entries(models).map(([model, { fields }]) => [
      model,
      new Map(fields.map((field) => [field.name, { relatesTo: field.kind === 'object' ? field.type : undefined }])),
    ]),
  );
}

const dataModel = z.object({
  models: z.record(
    z.string(),
    z.object({ fields: z.array(z.object({ name: z.string(), kind: z.string(), type: z.string() })) }),
  ),
});
