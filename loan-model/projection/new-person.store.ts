import type { PlainText } from '../../core/contract/stored-text.js';
import type { ScopedModels } from '../../core/db/prisma.js';

interface NewPerson {
  readonly id: string;
  readonly organizationId: string;
  readonly displayName: PlainText;
  readonly email: PlainText | null;
  readonly phone: PlainText | null;
}

/** The current address of a new person. */
interface NewAddress {
  readonly id: string;
  readonly line1: PlainText;
  readonly line2: PlainText | null;
  readonly city: PlainText;
  readonly state: PlainText | null;
  readonly postalCode: PlainText | null;
  readonly country: string;
}

/** A person who belongs to no loan system, with or without an address. */
export async function insertPerson(
  models: ScopedModels,
  data: NewPerson,
  address: NewAddress | undefined,
): Promise<void> {
  await models.person.create({ select: { id: true }, data });
  if (address === undefined) return;
  const { organizationId, id: personId } = data;
  await models.personAddress.create({ select: { id: true }, data: { ...address, organizationId, personId } });
}
