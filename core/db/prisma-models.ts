import { z } from 'zod';
import type { PrismaClient } from '../../prisma/client/client.js';

/** By model: its fields, and for a field that is a relation the model that it leads to. */
export type Models = ReadonlyMap<string, ReadonlyMap<string, Field>>;

export interface Field {
  readonly relatesTo: string | undefined;
}

/**
 * The generated data model. Prisma 7 publishes no DMMF, but every client carries this part of it; its shape is checked,
 * so that an upgrade that moves it stops the start instead of the scope rules.
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
