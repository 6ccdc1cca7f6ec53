import { expect, it } from 'vitest';
import { isMachineAgent } from './machine-user-agent.js';

it.each([
  'Mozilla/5.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) BingPreview/1.0b',
  'BarracudaCentral/1.0',
  'Mimecast-URL-Scanner/2.0',
  'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/142.0',
  'curl/8.5.0',
  'python-requests/2.31.0',
  'Go-http-client/2.0',
])('%s is a machine', (agent) => expect(isMachineAgent(agent)).toBe(true));

it.each([
  null,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'Mozilla/5.0 (Linux; Android 13; CUBOT X70) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17029; Pro)',
])('%s may be a person', (agent) => expect(isMachineAgent(agent)).toBe(false));
