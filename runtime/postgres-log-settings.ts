/**
 * With what Postgres logs no value of a row or of a statement: customers' names and words stand in both. A line about a
 * failed statement then says what failed and on which constraint, and leaves out what the row was, where it met the other one,
 * the statement and its parameters. The embedded server is started with them, `docker-compose.yml` names the same.
 */
export const POSTGRES_LOG_SETTINGS = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
} as const;
