import { createStreamClient } from '../journal/stream/stream-client.ts';
import type { StreamAddress } from '../journal/stream/stream-address.ts';

/** The stream of the journal, as a migration found or left it. */
export interface MadeStream {
  readonly stream: string;
  readonly created: boolean;
}

/**
 * Makes the stream of the journal where one is named and not there, and sees that it is fit to be one. Two that make it
 * at once make the same.
 *
 * @throws Refusal where it does not answer, or is not fit
 */
export async function makeStream(address: StreamAddress | undefined): Promise<MadeStream | undefined> {
  if (address === undefined) return undefined;
  const client = createStreamClient(address);
  try {
    const created = await client.make();
    await client.info();
    return { stream: address.stream, created };
  } finally {
    await client.close();
  }
}
