/**
 * Overrides Swagger UI's own styles, whose badges, buttons, links and secondary text have too little contrast: at least
 * 4.5 to 1 here, as WCAG 2.1 requires in 1.4.3. Also narrows what is wider than a telephone. Everything else is the
 * package's style.
 */
export const TRY_STYLE = `
.swagger-ui {
  --get: #1d63b8;
  --post: #14703f;
  --put: #8f5200;
  --patch: #0b6b78;
  --delete: #b3261e;
  --quiet: #545b69;
}
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: var(--get); }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: var(--post); }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: var(--put); }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: var(--patch); }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: var(--delete); }
.swagger-ui .opblock .opblock-summary-method { text-shadow: none; }

.swagger-ui a,
.swagger-ui .info a,
.swagger-ui a.nostyle:hover,
.swagger-ui .markdown a,
.swagger-ui .renderedMarkdown a,
.swagger-ui .btn-clear,
.swagger-ui .scopes h2 a { color: var(--get); }
.swagger-ui a.nostyle,
.swagger-ui a.nostyle:visited { color: inherit; }

.swagger-ui .info .title small { background: #545b69; }
.swagger-ui .info .title small.version-stamp { background: #3d6600; }

.swagger-ui .btn.authorize { color: var(--post); border-color: var(--post); }
.swagger-ui .btn.authorize svg { fill: var(--post); }
.swagger-ui .download-contents { background: #3d4350; color: #ffffff; }
.swagger-ui .btn.cancel { color: var(--delete); border-color: var(--delete); }
.swagger-ui .btn.execute { background-color: var(--get); border-color: var(--get); }

.swagger-ui .parameter__name.required span,
.swagger-ui .parameter__name.required::after,
.swagger-ui .prop-format,
.swagger-ui .model .property.primitive,
.swagger-ui table.model tr.description,
.swagger-ui .errors-wrapper hgroup h4 { opacity: 1; }
.swagger-ui .parameter__name.required span,
.swagger-ui .parameter__name.required::after,
.swagger-ui .required span { color: var(--delete); }
.swagger-ui .parameter__in,
.swagger-ui .parameter__extension,
.swagger-ui .response__extension,
.swagger-ui .model .property,
.swagger-ui table.headers .header-example,
.swagger-ui .json-schema-2020-12__attribute--muted,
.swagger-ui .json-schema-2020-12-keyword--description,
.swagger-ui .json-schema-2020-12-keyword__name--secondary,
.swagger-ui .json-schema-2020-12-keyword__value,
.swagger-ui .json-schema-2020-12-keyword__value--secondary,
.swagger-ui .json-schema-2020-12-json-viewer__name--secondary,
.swagger-ui .json-schema-2020-12-json-viewer__value,
.swagger-ui .json-schema-2020-12-json-viewer__value--secondary,
.swagger-ui .prop-format,
.swagger-ui .model .property.primitive,
.swagger-ui .response-col_links,
.swagger-ui .renderedMarkdown p,
.swagger-ui .response-controls small,
.swagger-ui .tab li { color: var(--quiet); }
.swagger-ui .markdown code,
.swagger-ui .renderedMarkdown code { color: #6a0dad; }
/* Numbers in an example, whose colour the package's script sets on each. */
.swagger-ui .microlight span[style*="rgb(211, 99, 99)"] { color: #f59a9a !important; }
.swagger-ui .response-control-media-type__accept-message { color: var(--post); }
.swagger-ui input::placeholder,
.swagger-ui textarea::placeholder { color: var(--quiet); opacity: 1; }

/* Our operations have no links in this table: the column only says so, and is too wide. */
@media (max-width: 640px) {
  .swagger-ui .response-col_links { display: none; }
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .responses-inner { padding: 10px; }
  .swagger-ui .table-container { padding: 10px; overflow-x: auto; }
  .swagger-ui .response-col_description,
  .swagger-ui .parameters-col_description { overflow-wrap: anywhere; min-width: 0; }
  .swagger-ui .responses-table { table-layout: fixed; }
  .swagger-ui .responses-table .response-col_status { width: 4rem; }
  .swagger-ui .responses-table .response-col_description { width: auto; }
}
`;
