import type { LocalRoute } from '../route.js';
import type { AnswerRoute } from './request-handler.js';

/** Handles routes that the host answers itself, without the graph. */
export function answerLocal<Services>(services: Services): AnswerRoute<LocalRoute<Services>> {
  return (exchange, route, path) => route.answer({ exchange, path, services });
}
