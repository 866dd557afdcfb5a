import { TruetallyError } from '../errors.ts';

/**
 * Thrown when the server has another epoch of the management API than the client. Such a server refuses the operations
 * of the client, and nothing else of its answer can be trusted. `capabilities.get` still answers.
 */
export class ManagementEpochError extends TruetallyError {
  override readonly name: string = 'ManagementEpochError';
  /** The epoch that the client is for. */
  readonly clientEpoch: number;
  /** The epoch of the server, as its answer states it. */
  readonly serverEpoch: string;

  constructor(clientEpoch: number, serverEpoch: string) {
    super(
      `The server has epoch ${serverEpoch} of the management API, but this client is for epoch ${clientEpoch}. ` +
        'Install the version of @truetally/client that belongs to the server.',
    );
    this.clientEpoch = clientEpoch;
    this.serverEpoch = serverEpoch;
  }
}
