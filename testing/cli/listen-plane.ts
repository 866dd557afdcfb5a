import type { AddressInfo } from 'node:net';
import { SCOPES } from '../../domain/management/scopes.ts';
import { makeToken } from '../../store/tenancy/credential-token.ts';
import { createManagementFixture, type ManagementChanges, type ManagementFixture } from '../apps/management-fixture.ts';
import { runTt, type RunOfTt } from './run-tt.ts';

/** A management plane over ports in memory that listens, and the command line with the key of an admin. */
export interface ListeningPlane {
  readonly plane: ManagementFixture;
  /** The root of the plane, `…/tt/api`. */
  readonly url: string;
  readonly key: string;
  /** Runs `tt` with the address and the key in its environment. */
  readonly tt: (args: readonly string[], options?: Parameters<typeof runTt>[1]) => Promise<RunOfTt>;
}

/** @param prepare changes the plane before it listens */
export async function listenPlane(
  changes: ManagementChanges = {},
  prepare: (plane: ManagementFixture) => void = () => undefined,
): Promise<ListeningPlane> {
  const { token: key } = makeToken('plane');
  const plane = createManagementFixture({ token: { role: 'admin', scopes: SCOPES }, tokenText: key, ...changes });
  prepare(plane);
  await plane.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = plane.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/tt/api`;
  const own = { TRUETALLY_MANAGEMENT_URL: url, TRUETALLY_PLANE_KEY: key };
  return {
    plane,
    url,
    key,
    tt: (args, { env, ...options } = {}) => runTt(args, { ...options, env: { ...own, ...env } }),
  };
}
