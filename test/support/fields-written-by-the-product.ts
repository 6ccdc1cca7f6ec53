/** Names of the fields with ids, enum values, digests and secrets. */
export const WRITTEN_BY_THE_PRODUCT =
  /(?:^id|Id|Ids|possibleDuplicateOf|postingReference|checkValue|Code|hash|Hash|Hashes|digest|Digest|mac|status|Status|kind|Kind|type|Type|types|actor|By|step|part|scopes|sealed\w+|secret|Secret|prefix|sha256|role|mode|lease|leaseToken|country|bucket|severity|processor)$/;
