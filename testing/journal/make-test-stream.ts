import { parseStreamAddress, type StreamAddress } from '../../journal/stream/stream-address.ts';
import { makeStream } from '../../maintenance/make-stream.ts';
import { waitUntil } from '../wait-until.ts';

/** Creates the stream that a URL names, like a migration, when its servers have formed a cluster. */
export async function makeTestStream(url: string): Promise<StreamAddress> {
  const address = parseStreamAddress(url, undefined);
  if (address === undefined) throw new Error(`${url} names no stream`);
  await waitUntil(
    () =>
      makeStream(address).then(
        () => true,
        () => false,
      ),
    60,
  );
  return address;
}
