/** The maximum bytes of one message of a stream, below the server default of 1 MiB. */
export const MAX_MESSAGE_BYTES = 960 * 1024;
