import { useEffect, useId, useRef } from 'react';
import { csrfToken } from '../../session/session';
import { holdPending } from '../../ui/data-pending-attribute';

/**
 * Shows an email in a frame that runs no scripts, under its own content security policy. The server has to send it:
 * content that the page itself puts into a frame inherits the page's policy. The frame is recreated for each email, so
 * that none adds a step to the browser's history.
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
