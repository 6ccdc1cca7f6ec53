import type { CardProcessors } from '../../../connectors/card-processors/registry.js';
import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/list-cursors-and-limits.js';
import type { KeyedDigests } from '../../../core/secrets/keyed-digests.js';
import type { Clock } from '../../../core/time/clock.js';
import { CaptureBeginner } from './card-capture/begin-capture.js';
import { CaptureConcluder } from './card-capture/conclude-capture.js';
import { PaymentMethodService } from './payment-method/payment-method.service.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly processors: CardProcessors;
  readonly contactDigests: KeyedDigests;
  readonly timing: { readonly chargeTimeoutMs: number };
}

/** Stored payment methods and card captures, for resolvers and commands. */
export function methodServices(source: Source) {
  const { db, clock, cursors, contactDigests, timing } = source;
  const processors = source.processors.codes;
  return {
    methods: new PaymentMethodService({ db, clock, cursors, processors, contactDigests }),
    captures: {
      beginner: new CaptureBeginner({ db, timing }),
      concluder: new CaptureConcluder({ db, clock, contactDigests }),
    },
  };
}
