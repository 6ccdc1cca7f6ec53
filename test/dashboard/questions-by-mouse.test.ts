import { questionsWithDevice } from '../support/questions-with-device.js';

/* What people ask of the dashboard, by mouse alone. */

questionsWithDevice('mouse');
