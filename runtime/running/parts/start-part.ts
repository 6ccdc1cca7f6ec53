import type { Resources } from '../../assembly/resources.js';
import type { HostPart } from '../../parts/host-part.js';
import type { Part } from '../../parts/part.js';

/** Starts a part of the process; the process stops it. */
export type Begin = <P extends Part>(part: P) => Promise<P>;

/** Starts everything that runs in the process of one part. Returns its host, if it has one. */
export type StartPart = (begin: Begin, resources: Resources) => Promise<HostPart | undefined>;
