import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { CaptureBeginner } from './begin-capture.js';
import {
  BeginCardCaptureInput,
  BegunCardCapture,
  CapturedCard,
  CompleteCardCaptureInput,
} from './card-capture.type.js';
import type { CaptureConcluder } from './conclude-capture.js';

/** The graph's half of card capture: the secure host calls it before and after its request to the card processor. */
@Resolver(() => BegunCardCapture)
export class CardCaptureResolver {
  constructor(
    private readonly beginner: CaptureBeginner,
    private readonly concluder: CaptureConcluder,
  ) {}

  @Mutation(() => BegunCardCapture, {
    description: 'For the secure host only: claims a key for a capture, or returns the key’s stored answer.',
  })
  beginCardCapture(
    @Arg('idempotencyKey', () => String, { description: 'A digest of the client’s key.' }) idempotencyKey: string,
    @Arg('input', () => BeginCardCaptureInput, { description: 'The request for the capture.' })
    input: BeginCardCaptureInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<BegunCardCapture> {
    return this.beginner.begin(principal, idempotencyKey, input);
  }

  @Mutation(() => CapturedCard, { description: 'For the secure host only: stores the new instrument.' })
  completeCardCapture(
    @Arg('id', () => ID, { description: 'The capture.' }) id: string,
    @Arg('input', () => CompleteCardCaptureInput, { description: 'The new instrument.' })
    input: CompleteCardCaptureInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<CapturedCard> {
    return this.concluder.complete(principal, id, input);
  }

  @Mutation(() => CapturedCard, {
    description: 'For the secure host only: the card was declined permanently, which becomes the key’s answer.',
  })
  declineCardCapture(
    @Arg('id', () => ID, { description: 'The capture.' }) id: string,
    @Arg('reason', () => String, { description: 'The reason, as shown to the client.' }) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<CapturedCard> {
    return this.concluder.decline(principal, id, reason);
  }

  @Mutation(() => Boolean, { description: 'For the secure host only: nothing was stored; the key may be tried again.' })
  releaseCardCapture(
    @Arg('id', () => ID, { description: 'The capture.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<boolean> {
    return this.concluder.release(principal, id);
  }
}
