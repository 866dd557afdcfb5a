/** The beginning of the ids of the requests that the demo makes up. Provenance counts their rows. */
export const DEMO_REQUEST_PREFIX = 'synthetic-request-';
