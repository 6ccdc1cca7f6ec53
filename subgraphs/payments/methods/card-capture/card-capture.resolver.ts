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

/** The secure host's half of card capture: what it tells the graph before and after it has spoken to the card processor. */
@Resolver(() => BegunCardCapture)
export class CardCaptureResolver {
  readonly #beginner: CaptureBeginner;
  readonly #concluder: CaptureConcluder;

  constructor(beginner: CaptureBeginner, concluder: CaptureConcluder) {
    this.#beginner = beginner;
    this.#concluder = concluder;
  }

  @Mutation(() => BegunCardCapture, {
    description: 'For the secure host only: claims a key for a capture, or answers what the key stands for.',
  })
  beginCardCapture(
    @Arg('idempotencyKey', () => String, { description: 'A digest of the client’s key.' }) idempotencyKey: string,
    @Arg('input', () => BeginCardCaptureInput, { description: 'What it is for.' }) input: BeginCardCaptureInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<BegunCardCapture> {
    return this.#beginner.begin(principal, idempotencyKey, input);
  }

  @Mutation(() => CapturedCard, { description: 'For the secure host only: stores the instrument that was made.' })
  completeCardCapture(
    @Arg('id', () => ID, { description: 'The capture.' }) id: string,
    @Arg('input', () => CompleteCardCaptureInput, { description: 'What was made.' }) input: CompleteCardCaptureInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<CapturedCard> {
    return this.#concluder.complete(principal, id, input);
  }

  @Mutation(() => CapturedCard, {
    description: 'For the secure host only: the card was declined for good, which becomes the key’s answer.',
  })
  declineCardCapture(
    @Arg('id', () => ID, { description: 'The capture.' }) id: string,
    @Arg('reason', () => String, { description: 'Why, for the client.' }) reason: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<CapturedCard> {
    return this.#concluder.decline(principal, id, reason);
  }

  @Mutation(() => Boolean, { description: 'For the secure host only: nothing was stored; the key may try again.' })
  releaseCardCapture(
    @Arg('id', () => ID, { description: 'The capture.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<boolean> {
    return this.#concluder.release(principal, id);
  }
}
