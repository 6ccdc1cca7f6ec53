import type { LocalRoute } from '../route.js';
import type { AnswerRoute } from './serve.js';

/** The way of routes that the host answers by itself. */
export function answerLocal<Services>(services: Services): AnswerRoute<LocalRoute<Services>> {
  return (exchange, route, path) => route.answer({ exchange, path, services });
}
