import { questionsWithDevice } from '../support/questions-with-device.js';

/* Operators' questions to the dashboard, by mouse alone. */

questionsWithDevice('mouse');
