import type { Browser } from 'playwright-core';
import { openDashboard } from '../../test/support/dashboard.js';
import { type Line, lineOf } from './report.js';

/** Scrolls to the end of the content, `step` pixels in each frame. */
const SCROLL = (step: number) => `new Promise((resolve) => {
  const frame = document.querySelector('.table-frame');
  const [frames, tasks] = [[], []];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  let last = performance.now();
  const next = (now) => {
    frames.push(now - last);
    last = now;
    if (frame.scrollTop + frame.clientHeight >= frame.scrollHeight - 1) {
      setTimeout(() => {
        observer.disconnect();
        resolve({ frames: frames.slice(1).sort((a, b) => a - b), longest: Math.max(0, ...tasks) });
      }, 200);
      return;
    }
    frame.scrollTop += ${step};
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})`;

const TO_THE_END = `new Promise((resolve) => {
  const frame = document.querySelector('.table-frame');
  const table = frame.querySelector('table');
  const next = () => {
    const isWhole = table.getAttribute('aria-rowcount') !== '-1';
    frame.scrollTop = isWhole ? 0 : frame.scrollHeight;
    if (isWhole) resolve(Number(table.getAttribute('aria-rowcount')) - 1);
    else requestAnimationFrame(next);
  };
  next();
})`;

/** An old laptop, against the machine that measures. */
const CPU_SLOWDOWN = 4;

interface Scrolled {
  readonly frames: readonly number[];
  readonly longest: number;
}

/**
 * The list of loans, loaded to its end by scrolling, then scrolled from top to bottom with a processor slowed down
 * four times: fast, and in steps of a wheel.
 */
export async function scrolled(browser: Browser, origin: string, least: number): Promise<readonly Line[]> {
  const { page, close } = await openDashboard(browser, origin);
  await page.goto(`${origin}/accounts`);
  await page.locator('tbody tr[aria-rowindex]').first().waitFor();
  page.setDefaultTimeout(120_000);
  const rows: number = await page.evaluate(TO_THE_END);
  if (rows < least) throw new Error(`the table has ${rows} rows`);
  const lines: Line[] = [];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  for (const [how, step] of [
    ['fast', 600],
    ['by a wheel', 100],
  ] as const) {
    const { frames, longest }: Scrolled = await page.evaluate(SCROLL(step));
    lines.push(
      lineOf(
        `${rows} rows scrolled ${how}, processor 4 times slower: p95 frame`,
        frames[Math.floor(frames.length * 0.95)] ?? 0,
        33,
        'ms',
      ),
      lineOf(
        `${rows} rows scrolled ${how}, processor 4 times slower: longest task (0: none over 50 ms)`,
        longest,
        50,
        'ms',
      ),
    );
    await page.evaluate("document.querySelector('.table-frame').scrollTop = 0");
  }
  await close();
  return lines;
}
