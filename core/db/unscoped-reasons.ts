/**
 * Why a statement or a model goes without the organization scope. The reviewer's list of the statements, by reason, is
 * test/security/unscoped-statements.ts; a test there compares the reasons with the SQL.
 */
export type UnscopedReason =
  /** For callers who may see every organization: operators with that reach, and commands on the server. */
  | 'administration_only'
  /** Sealing, verifying and masking cover the whole audit log; an act may concern several organizations or none. */
  | 'audit_log_of_all_organizations'
  /** Keys, tokens and messages from providers: the row, or its content, identifies the organization only later. */
  | 'before_the_organization_is_known'
  /** Finds what another organization holds; the response does not name that organization. */
  | 'compares_across_organizations'
  /** A figure for metrics, such as a count or an age, that shows nothing of a row's content. */
  | 'counts_without_content'
  /** Fills an empty database with the demo's rows, for all its organizations at once. */
  | 'creates_demo_data'
  /** An endpoint may cover several organizations, as a key does; endpoint-visibility.ts limits who sees it. */
  | 'endpoint_of_several_organizations'
  /** The queue holds ids only; each job reads its rows within the organization that it names. */
  | 'job_queue'
  /** A loan system's settings, progress and reachability; no data of borrowers. */
  | 'loan_system_without_borrower_data'
  /** Work of the product in the one organization that its condition names. */
  | 'names_its_organization'
  /** Reads the clock, functions or catalogs of Postgres, and no table of the product. */
  | 'reads_no_rows'
  /** Its tables belong to no organization. */
  | 'table_without_organizations'
  /** Takes advisory locks, and reads no rows. */
  | 'takes_a_lock'
  /** Work of the product on the rows of all organizations, such as housekeeping or new keys; no caller sees them. */
  | 'work_for_all_organizations';
