import type { Dispatcher } from 'undici';

/** Whether any of a request's bytes may have left us. */
export interface SentMark {
  left: boolean;
  /** Whoever else wants to know of it. */
  readonly begins?: (() => void) | undefined;
}

/**
 * Sets the mark right before a request is written to a connected socket. Until then (waiting for a socket, resolving,
 * connecting, the TLS handshake) an error means for certain that the system has heard nothing. A request that was given up
 * while it waited is told so when its turn comes, and is not written any more.
 */
export function marksWhatLeft(mark: SentMark, givenUp: AbortSignal): Dispatcher.DispatcherComposeInterceptor {
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
