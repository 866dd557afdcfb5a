/**
 * The settings with which Postgres logs no value of a row or of a statement, because both hold names and texts of
 * customers. A line about a failed statement then says what failed and on which constraint. It leaves out the row, the
 * conflicting row, the statement and its parameters. The embedded server starts with them; `docker-compose.yml` names
 * the same.
 */
export const POSTGRES_LOG_SETTINGS = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
} as const;
