import { createStreamClient } from '../journal/stream/stream-client.ts';
import type { StreamAddress } from '../journal/stream/stream-address.ts';

/** The stream of the journal after a migration, and whether the migration created it. */
export interface MadeStream {
  readonly stream: string;
  readonly created: boolean;
}

/**
 * Creates the stream of the journal if one is configured and does not exist, and checks that it is suitable. Concurrent
 * calls create the same stream.
 *
 * @throws Refusal if the stream does not answer or is not suitable
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
