import { useEffect, useId, useRef } from 'react';
import { csrfToken } from '../../session/session';
import { holdPending } from '../../ui/pending';

/**
 * An email as it would be shown, in a frame that runs nothing, under a policy of its own. The host has to send it: what this page
 * puts into a frame by itself is under this page's policy. Made anew for each email, so that none becomes a step of going back.
 */
export function EmailFrame({ html }: { readonly html: string }) {
  const form = useRef<HTMLFormElement>(null);
  const name = `email${useId()}`;
  const loaded = useRef<() => void>(undefined);
  useEffect(() => {
    const release = holdPending();
    loaded.current = release;
    form.current?.submit();
    return release;
  }, []);
  return (
    <>
      <form ref={form} method="post" action="/email-frame" target={name} hidden>
        <input type="hidden" name="csrf_token" value={csrfToken()} readOnly />
        <input type="hidden" name="html" value={html} readOnly />
      </form>
      <iframe name={name} title="The email" sandbox="" className="email-frame" onLoad={() => loaded.current?.()} />
    </>
  );
}
