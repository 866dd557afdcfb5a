/**
 * The header with the epoch of a contract. An answer states the epoch of the server. A request may state the epoch that
 * its client is for; a server with another epoch then refuses it.
 */
export const EPOCH_HEADER = 'x-tt-epoch';
