import type { Dispatcher } from 'undici';

/** Whether any of a request's bytes may have been sent. */
export interface SentTracker {
  left: boolean;
  /** Also called at that moment. */
  readonly begins?: (() => void) | undefined;
}

/**
 * Sets the mark right before a request is written to a connected socket. An error before that (waiting for a socket,
 * resolving, connecting, the TLS handshake) means for certain that the system has received nothing. A request that was
 * given up while it waited is aborted when its turn comes, and is not written.
 */
export function tracksSending(mark: SentTracker, givenUp: AbortSignal): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        if (givenUp.aborted) return controller.abort(new Error('given up before it was sent'));
        mark.left = true;
        mark.begins?.();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
      onResponseStart: (...start) => handler.onResponseStart?.(...start),
      onResponseData: (...chunk) => handler.onResponseData?.(...chunk),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...failure) => handler.onResponseError?.(...failure),
    });
}
