import { ManagementEpochError } from './management-epoch-error.ts';
import { EPOCH, type OperationName } from './operations.ts';

const HEADER = 'x-tt-epoch';

/** The headers that state the epoch of the client. A server with another epoch refuses the request. */
export const EPOCH_HEADERS = { [HEADER]: String(EPOCH) };

/**
 * Accepts an answer only from a server with the epoch of the client. The capabilities have the same form in every
 * epoch. A server that states no epoch is accepted, because servers up to 0.2.0 state none.
 *
 * @throws ManagementEpochError for another epoch
 */
export async function requireEpoch(response: Response, name: OperationName): Promise<void> {
  const epoch = response.headers.get(HEADER);
  if (epoch === null || epoch === String(EPOCH) || name === 'management.capabilities.get') return;
  await response.body?.cancel();
  throw new ManagementEpochError(EPOCH, epoch);
}
