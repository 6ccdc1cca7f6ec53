import { questionsWithDevice } from '../support/questions-with-device.js';

/* Operators' questions to the dashboard, by keyboard alone. */

questionsWithDevice('keyboard');
