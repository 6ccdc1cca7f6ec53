import { useEffect } from 'react';
import { tellOtherTabs } from '../../session/other-tabs';
import { Page } from '../../ui/page';

/** The end of a sign-in in a window of its own: the page that opened it goes on. */
export function SignedInAgain() {
  useEffect(() => {
    tellOtherTabs('changed');
    window.close();
  }, []);
  return (
    <Page title="You are signed in">
      <p>You can close this window.</p>
    </Page>
  );
}
