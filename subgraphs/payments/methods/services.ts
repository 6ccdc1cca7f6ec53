import type { CardProcessors } from '../../../connectors/card-processors/registry.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { CaptureBeginner } from './card-capture/begin-capture.js';
import { CaptureConcluder } from './card-capture/conclude-capture.js';
import { PaymentMethodService } from './payment-method/payment-method.service.js';

interface Source extends Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'contactDigests'> {
  readonly processors: CardProcessors;
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
