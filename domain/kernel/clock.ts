/**
 * The only source of the current time. Production binds it to the system clock, tests to the clock of a test server.
 */
export interface Clock {
  now(): Date;
}
