/** The one source of the present. Bound to the system's time in production and to a test server's time in tests. */
export interface Clock {
  now(): Date;
}
