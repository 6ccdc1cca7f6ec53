import type { SessionNews } from './session';

/** All tabs of a browser have one session: a sign-in or sign-out in one is known in the others at once. */
const channel = new BroadcastChannel('tributary-session');

export function tellOtherTabs(news: SessionNews): void {
  channel.postMessage(news);
}

export function onNewsOfOtherTabs(listener: (news: SessionNews) => void): () => void {
  const hear = ({ data }: MessageEvent<SessionNews>) => listener(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
