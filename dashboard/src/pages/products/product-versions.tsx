import { Instant } from '../../ui/instant';
import { changesOf, type Product } from './product-terms';

/** The versions of a product's terms, the newest first, each with what it changed. */
export function ProductVersions({ product: { versions, currentVersion } }: { readonly product: Product }) {
  return (
    <div className="scrolls">
      <table className="table plain" aria-label="Versions">
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Created</th>
            <th scope="col">Created by</th>
            <th scope="col">Changes</th>
          </tr>
        </thead>
        <tbody>
          {versions.toReversed().map((version, at, all) => {
            const before = all[at + 1];
            return (
              <tr key={version.version}>
                <td>
                  {version.version}
                  {version.version === currentVersion && ' (current)'}
                </td>
                <td>
                  <Instant at={version.createdAt} />
                </td>
                <td>{version.createdBy}</td>
                <td className="wraps">
                  {before === undefined ? 'First terms' : changesOf(before, version).join('; ')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
