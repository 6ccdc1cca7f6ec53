import { useParams } from '@tanstack/react-router';
import { OneProductDocument, UpdateProductDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { useHasRoleAt } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { LenderName } from '../../ui/lender-name';
import { Card, Page } from '../../ui/page';
import { UnreadPage } from '../../ui/unread-page';
import { ProductState } from './product-state';
import { currentVersion, type Product, termTexts } from './product-terms';
import { ProductVersions } from './product-versions';
import { RenameProductButton } from './rename-product';
import { ReviseProductButton } from './revise-product';

/** One product: its terms for new loans, and every version of them. */
export function ProductView() {
  const { id } = useParams({ from: '/products/$id' });
  const { data, error, refetch } = useAnswer('product', OneProductDocument, { id });
  const mayChangeAt = useHasRoleAt('supervisor');
  if (data === undefined) return <UnreadPage title="Product" error={error} refetch={refetch} />;
  const { ledgerProduct: product } = data;
  const version = currentVersion(product);
  return (
    <TimeZoneOf organizationId={product.organizationId}>
      <Page
        title={product.name}
        about={
          <span role="status">
            <ProductState product={product} /> · version {product.currentVersion}.
          </span>
        }
        actions={
          mayChangeAt(product.organizationId) && (
            <>
              {version && <ReviseProductButton product={product} version={version} />}
              <RenameProductButton product={product} />
              <ActivateButton product={product} />
            </>
          )
        }
      >
        <div className="columns even top">
          <Card title="Terms of new loans">{version && <Facts facts={termTexts(version)} />}</Card>
          <Card title="Product">
            <Facts
              facts={[
                ['Code', product.code],
                ['Lender', <LenderName key="lender" id={product.organizationId} />],
                ['Created', <Instant key="created" at={product.createdAt} />],
                ['Product ID', <code key="id">{product.id}</code>],
              ]}
            />
          </Card>
        </div>
        <Card title="Versions">
          <ProductVersions product={product} />
        </Card>
      </Page>
    </TimeZoneOf>
  );
}

function ActivateButton({ product: { id, isActive } }: { readonly product: Product }) {
  return (
    <ActButton
      label={isActive ? 'Deactivate' : 'Activate'}
      question={
        isActive
          ? 'Deactivate this product? No loan can be booked or boarded under it until it is activated again. Existing loans keep their terms.'
          : 'Activate this product? Loans can then be booked under it.'
      }
      perform={() => request(UpdateProductDocument, { id, input: { isActive: !isActive } })}
    />
  );
}
