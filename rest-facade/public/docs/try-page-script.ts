import { NAMES_SCRIPT } from './swagger-ui-accessible-names.js';

/**
 * Starts Swagger UI. The validator is off: it is an external service that would learn the document's address.
 *
 * A request can be tried only if it goes to the host that served the page: the hosts answer no page of another origin,
 * and the policy allows no other call. Card capture cannot be tried on any page: it is on the secure host, whereas its
 * tokens come from the base host; and a page with third-party scripts is no place for a card.
 */
export const PAGE_SCRIPT = `${NAMES_SCRIPT}
const HERE = location.origin;
/*
 * Credentials of email providers' calls and of the token exchange, which also takes its client in the body: there is
 * nothing to fill in here.
 */
const NOT_ASKED_FOR = [
  'client_basic',
  'sendgrid_signature',
  'standard_webhooks_signature',
  'card_processor_signature',
  'postmark_basic',
];

const goesHere = (servers) => servers !== undefined && new URL(servers.getIn([0, 'url'])).origin === HERE;
const baseUrl = (specSelectors) => specSelectors.specJson().getIn(['servers', 0, 'url']);

/*
 * The path is not a link inside the button that opens its operation: screen readers announce a link within a button as
 * neither.
 */
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
