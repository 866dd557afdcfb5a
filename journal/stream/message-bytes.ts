/** The maximum bytes of one message of a stream: under the 1 MiB that is the default limit of servers. */
export const MESSAGE_BYTES = 960 * 1024;
