import { NAMES_SCRIPT } from './page-names.js';

/**
 * Starts Swagger UI. No validator: it is a service elsewhere that would be told the document's address.
 *
 * A request can be tried where it would go to where the page came from, and nowhere else: the hosts answer no page of another
 * origin, and the policy lets it ask none. Card capture can be tried on no page: it is the secure host's, and its tokens are had
 * from the base host; nor is a page with other people's scripts a place for a card.
 */
export const PAGE_SCRIPT = `${NAMES_SCRIPT}
const HERE = location.origin;
/* Of email providers' calls and of the token exchange, which takes its client in the body as well: nothing to fill in here. */
const NOT_ASKED_FOR = [
  'client_basic',
  'sendgrid_signature',
  'standard_webhooks_signature',
  'card_processor_signature',
  'postmark_basic',
];

const goesHere = (servers) => servers !== undefined && new URL(servers.getIn([0, 'url'])).origin === HERE;
const baseUrl = (specSelectors) => specSelectors.specJson().getIn(['servers', 0, 'url']);

/* A path is no link where it stands in the button that opens its operation: a link within a button is heard as neither. */
const unlinked = {
  wrapComponents: {
    DeepLink: (Link, { React }) => (given) =>
      given.path?.includes('/') ? React.createElement('span', null, given.text) : React.createElement(Link, given),
  },
};

const tried = {
  statePlugins: {
    spec: {
      wrapSelectors: {
        allowTryItOutFor: (_, { specSelectors }) => (state, path, method) => {
          const document = specSelectors.specJson();
          const servers = document.get('servers');
          return goesHere(servers) && goesHere(document.getIn(['paths', path, method, 'servers'], servers));
        },
      },
    },
    auth: {
      wrapSelectors: {
        definitionsToAuthorize: (original) => (...given) =>
          original(...given)?.filterNot((definition) => NOT_ASKED_FOR.includes(definition.keySeq().first())),
      },
    },
  },
};

const page = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#contract',
  deepLinking: true,
  displayOperationId: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: false,
  validatorUrl: null,
  plugins: [tried, unlinked],
  onComplete() {
    const there = baseUrl(page.specSelectors) + '/docs/try';
    if (new URL(there).origin === HERE) return;
    const link = document.querySelector('#elsewhere a');
    link.href = link.textContent = there;
    document.querySelector('#elsewhere').hidden = false;
  },
});
`;
