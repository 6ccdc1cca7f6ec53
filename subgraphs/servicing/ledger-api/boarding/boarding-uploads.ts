import { type Principal, withRole } from '../../../../core/principal/principal.js';
import { type BoardingRequest, type IntakeParts, receiveFile } from '../../../../ledger/boarding/boarding-intake.js';
import type { Upload } from '../../../../ledger/boarding/upload-interface.js';
import { atUploadPace } from './throttle-upload.js';

/** A file uploaded over HTTP, to this process or through the facade. */
export type TakeBoarding = (
  principal: Principal,
  request: BoardingRequest & Pick<Upload, 'format' | 'charset'>,
  bytes: AsyncIterable<Buffer>,
) => Promise<{ readonly id: string; readonly replayed: boolean }>;

/** What this subgraph receives outside GraphQL: an upload of unknown length does not fit a GraphQL request. */
export function buildBoardingUploads(parts: IntakeParts & { readonly maxBytes: number }): TakeBoarding {
  return async (principal, { format, charset, ...request }, bytes) => {
    const upload = { bytes: atUploadPace(bytes), format, charset, maxBytes: parts.maxBytes };
    // As for the mutations: an operator boards where the role suffices, and finds no other organization.
    const by = principal.kind === 'operator' ? withRole(principal, 'supervisor') : principal;
    const { boarding, replayed } = await receiveFile(parts, by, request, upload);
    return { id: boarding.id, replayed };
  };
}
