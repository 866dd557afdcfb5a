/** Most of what one message of a stream holds, in bytes: under the 1 MiB that servers take unless they are told otherwise. */
export const MESSAGE_BYTES = 960 * 1024;
