import { Link } from '@tanstack/react-router';
import { Page } from '../ui/page';
import { Empty } from '../ui/states';

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty title="There is nothing at this address">
        <Link to="/">Go to today</Link>
      </Empty>
    </Page>
  );
}
