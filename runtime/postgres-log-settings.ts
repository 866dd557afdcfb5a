/**
 * The settings with which Postgres logs no values of rows or statements, because both hold customer names and texts. A
 * line about a failed statement then states the failure and the constraint. It omits the row, the conflicting row,
 * the statement and its parameters. The embedded server and `docker-compose.yml` use the same settings.
 */
export const POSTGRES_LOG_SETTINGS = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
} as const;
